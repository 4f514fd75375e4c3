// A record as it is drawn.

const heading = (record, needles, ties, id) => {
  if (!record.title) return make("h2", { id, dir: "auto" }, record.id);
  return make(
    "h2",
    { id, dir: "auto" },
    ...marked(record.title, spansOf(record, true, needles), (span, nodes) => markNode(span, nodes, ties)),
  );
};

const about = (record) => {
  const { sources } = record;
  const page = firstKnown(sources, "url") ?? pageOf(record.id);
  const parts = page || record.title ? [linked(page ?? "", record.id)] : []; // without a title the id is the heading
  const authors = firstKnown(sources, "authors");
  if (authors)
    parts.push(
      authors.length > 6 ? `${authors.slice(0, 6).join(", ")} and ${authors.length - 6} more` : authors.join(", "),
    );
  for (const field of ["venue", "year"])
    if (firstKnown(sources, field) !== null) parts.push(String(firstKnown(sources, field)));
  const pdf = firstKnown(sources, "pdf");
  if (pdf) parts.push(linked(pdf, "PDF"));
  const code = firstKnown(sources, "codeUrl");
  if (code) parts.push(make("span", {}, "code: ", linked(code, code)));
  parts.push(
    sources.map((one) => `${one.file}, ${one.position}${one.collection ? ` (${one.collection})` : ""}`).join("; "),
  );
  return make("p", { class: "about" }, ...parts.flatMap((part, place) => (place ? [" · ", part] : [part])));
};

const percent = (confidence) => confidence.toFixed(2);

const namesList = (record) => {
  const entries = [...record.methods, ...record.benchmarks];
  if (!entries.length) return null;
  const item = (entry) => {
    const stands = entry.mentions.filter((mention) => mention.stands !== undefined).map((mention) => mention.stands);
    const others = [...new Set([...entry.aliases, ...stands])].filter((name) => name !== entry.name);
    const also = others.length ? ` (${others.join(", ")})` : "";
    const listed = entry.canonical && entry.canonical !== entry.name ? ` = ${entry.canonical}` : "";
    const hint = `Select the records with this ${entry.kind}. Found by ${entry.foundBy.join(", ")}`;
    return make(
      "li",
      { class: `${entry.kind} ${entry.role}` },
      make(
        "button",
        { type: "button", title: hint, click: () => pick({ [entry.kind]: entry.canonical ?? entry.name }) },
        entry.name + also + listed,
        make("small", {}, ` ${entry.kind}, ${entry.role}, ${percent(entry.confidence)}`),
      ),
    );
  };
  return make("ul", { class: "names", "aria-label": "Methods and benchmarks" }, ...entries.map(item));
};

const owned = (link) => (link.ours === null ? "" : link.ours ? "the paper's own, " : "somebody else's, ");

const linksList = (record) => {
  if (!record.links.length) return null;
  const item = (link) =>
    make(
      "li",
      {},
      linked(link.url, link.url),
      make(
        "small",
        { class: "found" },
        ` ${shown(link.kind)}, ${owned(link)}${percent(link.confidence)}, ${link.foundBy.join(", ")}`,
      ),
    );
  return make("ul", { class: "links", "aria-label": "Links" }, ...record.links.map(item));
};

const valueTold = (number) => {
  const range = number.valueMax === null ? "" : ` to ${figure(number.valueMax)}`;
  return figure(number.value) + range + (number.uncertainty === null ? "" : ` ± ${figure(number.uncertainty)}`);
};

// Name, class of the cells, and what stands in them. Columns that say nothing of any number are left out.
const COLUMNS = [
  ["number", null, (number, record) => number.stands ?? stretch(record.text, number)],
  ["value", "figure", valueTold],
  ["unit", null, (number) => shown(number.unit) + (number.of === null ? "" : ` of ${number.of}`)],
  ["kind", null, (number) => number.kind + (number.change === null ? "" : `, ${number.change}`)],
  ["qualifier", null, (number) => (number.qualifier === "exact" ? "" : shown(number.qualifier))],
  ["metric", null, (number) => number.metric ?? ""],
  ...["benchmark", "method", "baseline"].map((tie) => [tie, null, (number) => number[tie]?.name ?? ""]),
  ["confidence", "figure", (number) => percent(number.confidence)],
  ["found by", "found", (number) => number.foundBy.join(", ")],
];
const numbersTable = (record, ties) => {
  if (!record.numbers.length) return null;
  const columns = COLUMNS.filter(([, , told]) => record.numbers.some((number) => told(number, record) !== ""));
  const line = (number) => {
    const row = make(
      "tr",
      ties.asking(number),
      ...columns.map(([, name, told]) => make("td", name === null ? {} : { class: name }, told(number, record))),
    );
    ties.lines.set(number, row);
    return row;
  };
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers of this record" },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...columns.map(([name]) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...record.numbers.map(line)),
    ),
  );
};
const stretch = (text, { start, end }) => {
  const unit = unitsOf(text);
  return text.slice(unit(start), unit(end));
};

const article = (place, number, total, needles) => {
  const record = unpacked(rows[place]);
  const ties = tying();
  const id = `record-${place}`;
  const text =
    record.text === null
      ? make("p", { class: "none" }, "Without its text: what was found stands below.")
      : make(
          "p",
          { class: "abstract", dir: "auto" },
          ...marked(record.text, spansOf(record, false, needles), (span, nodes) => markNode(span, nodes, ties)),
        );
  const release = (event) => {
    if (event.key === "Escape") ties.release();
  };
  return make(
    "article",
    { tabindex: -1, "aria-labelledby": id, "aria-posinset": number, "aria-setsize": total, keydown: release },
    heading(record, needles, ties, id),
    about(record),
    text,
    namesList(record),
    linksList(record),
    numbersTable(record, ties),
  );
};
