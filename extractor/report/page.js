"use strict";
// The records stand in the page, packed by packing.py. What they hold goes into the page as text nodes and attributes
// alone, never as markup. Offsets of records count code points, those of JavaScript's strings UTF-16 units.
(() => {
  const PAGE = 20; // records that are drawn at once
  const TOP = 10; // bars of a chart
  const OFFERED = 50; // names that a field offers
  const NEAR = 400; // how far from its number the words of a metric may stand

  const byId = (id) => document.getElementById(id);
  const words = JSON.parse(byId("words").textContent);
  const rows = [...document.querySelectorAll("script.records")].flatMap((one) => JSON.parse(one.textContent));

  // ---- records

  const unpacked = (row) => {
    const [id, title, text, sources, methods, benchmarks, numbers, links] = row;
    const entry = (kind) => ([name, aliases, canonical, role, mentions, confidence, foundBy]) => ({
      kind,
      name: words[name],
      aliases: aliases.map((alias) => words[alias]),
      canonical: words[canonical],
      role: words[role],
      mentions: mentions.map(([start, end, inTitle, stands]) => ({ start, end, inTitle: Boolean(inTitle), stands })),
      confidence,
      foundBy: foundBy.map((one) => words[one]),
    });
    const record = {
      id, title, text,
      sources: sources.map(sourceOf),
      methods: methods.map(entry("method")),
      benchmarks: benchmarks.map(entry("benchmark")),
    };
    record.numbers = numbers.map((number) => {
      const [start, end, value, valueMax, uncertainty, unit, of, kind, qualifier, change, metric] = number;
      const [benchmark, method, baseline, confidence, foundBy, stands] = number.slice(11);
      return {
        start, end, value, valueMax, uncertainty, confidence, stands,
        unit: words[unit], of: words[of], kind: words[kind], qualifier: words[qualifier], change: words[change],
        metric: words[metric],
        benchmark: record.benchmarks[benchmark - 1] ?? null,
        method: record.methods[method - 1] ?? null,
        baseline: record.methods[baseline - 1] ?? null,
        foundBy: foundBy.map((one) => words[one]),
      };
    });
    record.links = links.map(([start, end, url, kind, host, owner, repository, confidence, foundBy, stands]) => ({
      start, end, url, kind: words[kind], host: words[host], owner, repository, confidence, stands,
      foundBy: foundBy.map((one) => words[one]),
    }));
    return record;
  };

  const sourceOf = ([file, position, collection, id, title, year, authors, venue, url, pdf, codeUrl]) => ({
    file: words[file], position, collection: words[collection ?? 0], id: id ?? null, title: title ?? null,
    year: year ?? null, authors: authors ?? null, venue: words[venue ?? 0], url: url ?? null, pdf: pdf ?? null,
    codeUrl: codeUrl ?? null,
  });

  const firstKnown = (sources, field) => sources.map((source) => source[field]).find((value) => value !== null) ?? null;

  // Spellings that differ in case, hyphens, spaces and accents are one name.
  const folds = new Map();
  const fold = (name) => {
    let folded = folds.get(name);
    if (folded === undefined) {
      folded = name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}+×]/gu, "") || name;
      folds.set(name, folded);
    }
    return folded;
  };
  const lower = (text) => text.normalize("NFKC").toLowerCase();

  // What the filters ask of a record, kept for all records; the rest is unpacked when it is drawn.
  const cardOf = (row, place) => {
    const [, title, , sources, methods, benchmarks, numbers, links] = row;
    const named = (entry) => ({
      key: fold(words[entry[2]] ?? words[entry[0]]),
      label: words[entry[2]] ?? words[entry[0]],
      names: [entry[0], ...entry[1], entry[2]],
      role: words[entry[3]],
    });
    const known = sources.map(sourceOf);
    return {
      place,
      title: title ?? "",
      methods: methods.map(named),
      benchmarks: benchmarks.map(named),
      kinds: numbers.map((number) => words[number[7]]),
      links: links.length,
      code: links.some((link) => words[link[3]] === "repository") || known.some((source) => source.codeUrl !== null),
      year: firstKnown(known, "year"),
      venue: firstKnown(known, "venue"),
      hay: null,
    };
  };
  const cards = rows.map(cardOf);

  const hayOf = (card) => {
    if (card.hay === null) {
      const [id, title, text, sources] = rows[card.place];
      const names = [...card.methods, ...card.benchmarks].flatMap((entry) => entry.names).map((name) => words[name]);
      const known = sources.map(sourceOf);
      const about = known.flatMap((one) => [one.id, one.venue, one.collection, ...(one.authors ?? [])]);
      card.hay = lower([id, title, text, ...names, ...about].filter((part) => part !== null).join("\n"));
    }
    return card.hay;
  };

  // Names by how many records have them, each under its commonest spelling.
  const tally = (some, kind) => {
    const found = new Map();
    for (const card of some) {
      const met = new Map();
      for (const entry of card[kind]) met.set(entry.key, entry);
      for (const [key, { label, role }] of met) {
        if (!found.has(key)) found.set(key, { key, count: 0, strong: 0, labels: new Map() });
        const one = found.get(key);
        one.count += 1;
        one.strong += role === "proposed" || role === "introduced" ? 1 : 0;
        one.labels.set(label, (one.labels.get(label) ?? 0) + 1);
      }
    }
    return [...found.values()]
      .map((one) => ({ ...one, label: [...one.labels].reduce((best, next) => (next[1] > best[1] ? next : best))[0] }))
      .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
  };
  const counted = (values) => {
    const found = new Map();
    for (const value of values) if (value !== null) found.set(value, (found.get(value) ?? 0) + 1);
    return [...found];
  };
  const known = { method: tally(cards, "methods"), benchmark: tally(cards, "benchmarks") };
  const keys = {
    method: new Set(known.method.map((one) => one.key)),
    benchmark: new Set(known.benchmark.map((one) => one.key)),
  };

  // ---- drawing

  const SVG = "http://www.w3.org/2000/svg";
  const filled = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
    }
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  };
  const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) =>
    filled(document.createElementNS(SVG, tag), attributes, children);

  const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });
  const figure = (value) => (Math.abs(value) >= 1e15 || (value && Math.abs(value) < 1e-6) ? String(value) : plain.format(value));
  const many = (count, noun) => `${plain.format(count)} ${noun}${count === 1 ? "" : "s"}`;
  const shown = (word) => word.replaceAll("_", " ");

  // Only what goes to the web is a link; everything else is the text that it is.
  const linked = (url, ...children) => {
    let parsed = null;
    try {
      parsed = new URL(url);
    } catch {
      // no URL
    }
    if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return make("span", {}, ...children);
    return make("a", { href: parsed.href, rel: "noopener noreferrer", target: "_blank" }, ...children);
  };
  const PAGES = {
    arxiv: "https://arxiv.org/abs/", doi: "https://doi.org/", openreview: "https://openreview.net/forum?id=",
    acl: "https://aclanthology.org/", pmid: "https://pubmed.ncbi.nlm.nih.gov/",
  };
  const pageOf = (id) => {
    const colon = id.indexOf(":");
    const base = Object.hasOwn(PAGES, id.slice(0, colon)) ? PAGES[id.slice(0, colon)] : null;
    return base && base + encodeURIComponent(id.slice(colon + 1)).replaceAll("%2F", "/");
  };

  // The place in a string of each code point of it. A lone surrogate is one, as it is in records.
  const unitsOf = (text) => {
    if (!/[\ud800-\udfff]/.test(text)) return (point) => point;
    const units = [0];
    for (const character of text) units.push(units[units.length - 1] + character.length);
    return (point) => units[Math.min(point, units.length - 1)];
  };

  // Where the words of a metric stand nearest to its number; a record does not say.
  const metricPlace = (text, metric, start, end) => {
    const from = Math.max(0, start - NEAR);
    const near = text.slice(from, end + NEAR);
    const [hay, needle] = [near, metric.trim()].map((one) => one.replace(/\s/g, " ").toLowerCase());
    if (hay.length !== near.length || !needle) return null; // a character that is two in lower case
    let best = null;
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
      const [first, last] = [from + at, from + at + needle.length];
      if (/[\p{L}\p{N}]$/u.test(text.slice(0, first).slice(-2)) || /^[\p{L}\p{N}]/u.test(text.slice(last, last + 2))) continue;
      const distance = Math.max(first - end, start - last, 0);
      if (best === null || distance < best.distance) best = { place: [first, last], distance };
    }
    return best && best.place;
  };

  const spansOf = (record, inTitle, needles) => {
    const text = inTitle ? record.title : record.text;
    const unit = unitsOf(text);
    const spans = [];
    const add = (start, end, more) => spans.push({ start: unit(start), end: unit(end), ...more });
    for (const entry of [...record.methods, ...record.benchmarks])
      for (const mention of entry.mentions)
        if (mention.inTitle === inTitle)
          add(mention.start, mention.end, { sort: `${entry.kind} ${entry.role}`, entry, hint: `${entry.kind}, ${entry.role}` });
    if (!inTitle) {
      for (const number of record.numbers) add(number.start, number.end, { sort: `number ${number.kind}`, number });
      for (const link of record.links) add(link.start, link.end, { sort: "link", link, hint: `link, ${shown(link.kind)}` });
      const metrics = new Map();
      for (const number of record.numbers) {
        if (number.metric === null) continue;
        const place = metricPlace(text, number.metric, unit(number.start), unit(number.end));
        if (place === null) continue;
        const key = place.join();
        if (!metrics.has(key)) metrics.set(key, { start: place[0], end: place[1], sort: "metric", measured: [] });
        metrics.get(key).measured.push(number);
      }
      spans.push(...metrics.values());
    }
    const low = text.toLowerCase();
    if (low.length === text.length)
      for (const needle of needles)
        for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, at + needle.length))
          spans.push({ start: at, end: at + needle.length, sort: "hit" });
    return spans;
  };

  // Marks one in the other, as elements must stand; of two that overlap, the later one is cut where the first ends.
  const marked = (text, spans, mark) => {
    const inside = (start, end, some) => {
      const nodes = [];
      const queue = [...some].sort((one, other) => one.start - other.start || other.end - one.end);
      let at = start;
      while (queue.length) {
        const span = queue.shift();
        const inner = [];
        const later = [];
        for (const other of queue) {
          if (other.start >= span.end) later.push(other);
          else if (other.end <= span.end) inner.push(other);
          else {
            inner.push({ ...other, end: span.end });
            later.push({ ...other, start: span.end, again: true });
          }
        }
        nodes.push(text.slice(at, span.start), mark(span, inside(span.start, span.end, inner)));
        at = span.end;
        queue.splice(0, queue.length, ...later.sort((one, other) => one.start - other.start || other.end - one.end));
      }
      nodes.push(text.slice(at, end));
      return nodes.filter((node) => node !== "");
    };
    return inside(0, text.length, spans.filter((span) => span.start < span.end && span.end <= text.length));
  };

  const tiesTold = (number) => {
    const parts = [
      number.metric && `metric ${number.metric}`,
      number.benchmark && `benchmark ${number.benchmark.name}`,
      number.method && `method ${number.method.name}`,
      number.baseline && `baseline ${number.baseline.name}`,
    ].filter(Boolean);
    return parts.length ? parts.join("; ") : "tied to nothing";
  };
  const tieOf = (number, span) => {
    if (span.measured) return span.measured.includes(number) ? "metric" : null;
    if (!span.entry) return null;
    if (span.entry === number.benchmark) return "benchmark";
    if (span.entry === number.method) return "method";
    return span.entry === number.baseline ? "baseline" : null;
  };

  // Shows what a number is tied to: while it is pointed at or has the focus, or until it is let go of.
  const tying = () => {
    const marks = [];
    const lines = new Map();
    let kept = null;
    const show = (number) => {
      for (const { node, span } of marks) {
        const tie = number && tieOf(number, span);
        node.classList.remove("tied", "to-metric", "to-benchmark", "to-method", "to-baseline");
        node.classList.toggle("asks", Boolean(number) && span.number === number);
        if (tie) node.classList.add("tied", `to-${tie}`);
        if (tie && !span.again) node.dataset.tie = tie;
        else delete node.dataset.tie;
        if (span.number && node.hasAttribute("aria-pressed")) node.setAttribute("aria-pressed", String(span.number === kept));
      }
      for (const [one, line] of lines) line.classList.toggle("asks", one === number);
    };
    const keep = (number) => {
      kept = kept === number ? null : number;
      show(kept);
    };
    const asking = (number) => ({
      mouseenter: () => show(number),
      mouseleave: () => show(kept),
      focus: () => show(number),
      blur: () => show(kept),
    });
    return { marks, lines, asking, keep, release: () => ((kept = null), show(null)) };
  };

  const markNode = (span, nodes, ties) => {
    let node;
    if (span.number) {
      const { number } = span;
      const events = {
        ...ties.asking(number),
        click: () => ties.keep(number),
        keydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          ties.keep(number);
        },
      };
      // A button takes its name from its label, so that the number itself must be in it.
      const text = nodes.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
      const label = `${text}, ${number.kind}, ${tiesTold(number)}`;
      const focus = span.again ? {} : { tabindex: 0, role: "button", "aria-pressed": "false", "aria-label": label };
      node = make("mark", { class: span.sort, title: `${number.kind}: ${tiesTold(number)}`, ...focus, ...events }, ...nodes);
    } else if (span.link) {
      node = make("mark", { class: span.sort, title: span.hint }, linked(span.link.url, ...nodes));
    } else {
      node = make("mark", { class: span.sort, title: span.hint ?? null }, ...nodes);
    }
    ties.marks.push({ node, span });
    return node;
  };

  const heading = (record, needles, ties, id) => {
    if (!record.title) return make("h2", { id, dir: "auto" }, record.id);
    return make("h2", { id, dir: "auto" }, ...marked(record.title, spansOf(record, true, needles), (span, nodes) => markNode(span, nodes, ties)));
  };

  const about = (record) => {
    const { sources } = record;
    const page = firstKnown(sources, "url") ?? pageOf(record.id);
    const parts = page || record.title ? [linked(page ?? "", record.id)] : []; // without a title the id is the heading
    const authors = firstKnown(sources, "authors");
    if (authors) parts.push(authors.length > 6 ? `${authors.slice(0, 6).join(", ")} and ${authors.length - 6} more` : authors.join(", "));
    for (const field of ["venue", "year"]) if (firstKnown(sources, field) !== null) parts.push(String(firstKnown(sources, field)));
    const pdf = firstKnown(sources, "pdf");
    if (pdf) parts.push(linked(pdf, "PDF"));
    const code = firstKnown(sources, "codeUrl");
    if (code) parts.push(make("span", {}, "code: ", linked(code, code)));
    parts.push(sources.map((one) => `${one.file}, ${one.position}${one.collection ? ` (${one.collection})` : ""}`).join("; "));
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
      return make("li", { class: `${entry.kind} ${entry.role}` },
        make("button", { type: "button", title: hint, click: () => choose(entry.kind, entry.canonical ?? entry.name) },
          entry.name + also + listed, make("small", {}, ` ${entry.kind}, ${entry.role}, ${percent(entry.confidence)}`)));
    };
    return make("ul", { class: "names", "aria-label": "Methods and benchmarks" }, ...entries.map(item));
  };

  const linksList = (record) => {
    if (!record.links.length) return null;
    const item = (link) => make("li", {}, linked(link.url, link.url),
      make("small", { class: "found" }, ` ${shown(link.kind)}, ${percent(link.confidence)}, ${link.foundBy.join(", ")}`));
    return make("ul", { class: "links", "aria-label": "Links" }, ...record.links.map(item));
  };

  const valueTold = (number) => {
    const range = number.valueMax === null ? "" : ` to ${figure(number.valueMax)}`;
    return figure(number.value) + range + (number.uncertainty === null ? "" : ` ± ${figure(number.uncertainty)}`);
  };

  const COLUMNS = ["number", "value", "unit", "kind", "qualifier", "metric", "benchmark", "method", "baseline", "confidence", "found by"];
  const numbersTable = (record, ties) => {
    if (!record.numbers.length) return null;
    const line = (number) => {
      const text = number.stands ?? stretch(record.text, number);
      const row = make("tr", ties.asking(number),
        make("td", {}, text),
        make("td", { class: "figure" }, valueTold(number)),
        make("td", {}, shown(number.unit) + (number.of === null ? "" : ` of ${number.of}`)),
        make("td", {}, number.kind + (number.change === null ? "" : `, ${number.change}`)),
        make("td", {}, shown(number.qualifier)),
        make("td", {}, number.metric ?? ""),
        ...["benchmark", "method", "baseline"].map((tie) => make("td", {}, number[tie]?.name ?? "")),
        make("td", { class: "figure" }, percent(number.confidence)),
        make("td", { class: "found" }, number.foundBy.join(", ")));
      ties.lines.set(number, row);
      return row;
    };
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers of this record" },
      make("table", {},
        make("thead", {}, make("tr", {}, ...COLUMNS.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...record.numbers.map(line))));
  };
  const stretch = (text, { start, end }) => {
    const unit = unitsOf(text);
    return text.slice(unit(start), unit(end));
  };

  const article = (place, number, total, needles) => {
    const record = unpacked(rows[place]);
    const ties = tying();
    const id = `record-${place}`;
    const text = record.text === null
      ? make("p", { class: "none" }, "Without its text: what was found stands below.")
      : make("p", { class: "abstract", dir: "auto" },
        ...marked(record.text, spansOf(record, false, needles), (span, nodes) => markNode(span, nodes, ties)));
    const release = (event) => {
      if (event.key === "Escape") ties.release();
    };
    return make("article", { tabindex: -1, "aria-labelledby": id, "aria-posinset": number, "aria-setsize": total, keydown: release },
      heading(record, needles, ties, id), about(record), text, namesList(record), linksList(record), numbersTable(record, ties));
  };

  // ---- charts

  const barChart = (title, bars, kind) => {
    if (!bars.length) return make("section", {}, make("h3", {}, title), make("p", {}, "none"));
    const [height, left, width] = [22, 172, 400];
    const most = Math.max(1, ...bars.map((bar) => bar.count));
    const line = (bar, place) => {
      const label = bar.label.length > 22 ? `${bar.label.slice(0, 21)}…` : bar.label;
      const told = `${bar.label}: ${plain.format(bar.count)}${bar.more ?? ""}`;
      const long = bar.count && Math.max(1, (bar.count / most) * (width - left - 55));
      const act = bar.act && {
        role: "button", tabindex: 0, click: bar.act,
        keydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          bar.act();
        },
      };
      return draw("g", { role: "img", "aria-label": bar.act ? `${told}: select` : told, ...act },
        draw("title", {}, told),
        draw("rect", { class: "track", x: 0, y: place * height, width, height }),
        draw("text", { x: left - 6, y: place * height + 15, "text-anchor": "end" }, label),
        draw("rect", { class: `bar ${bar.kind ?? kind}`, x: left, y: place * height + 4, width: long.toFixed(1), height: height - 8, rx: 2 }),
        draw("text", { x: (left + long + 5).toFixed(1), y: place * height + 15 }, plain.format(bar.count)));
    };
    return make("section", {}, make("h3", {}, title),
      draw("svg", { viewBox: `0 0 ${width} ${bars.length * height}`, role: "group", "aria-label": title }, ...bars.map(line)));
  };

  const drawCharts = (some) => {
    const sum = (of) => some.reduce((total, card) => total + of(card), 0);
    const entries = [
      { label: "methods", kind: "method", count: sum((card) => card.methods.length) },
      { label: "benchmarks", kind: "benchmark", count: sum((card) => card.benchmarks.length) },
      { label: "numbers", kind: "number", count: sum((card) => card.kinds.length) },
      { label: "links", kind: "link", count: sum((card) => card.links) },
    ].map((bar) => ({ ...bar, act: () => set({ states: bar.label }) }));
    const kinds = ["result", "size", "setting"].map((kind) => ({
      label: kind, count: sum((card) => card.kinds.filter((one) => one === kind).length), act: () => set({ states: kind }),
    }));
    const named = (kind, word) => tally(some, `${kind}s`).slice(0, TOP).map((one) => ({
      label: one.label, count: one.count, more: one.strong ? `, ${word} by ${one.strong}` : "", act: () => choose(kind, one.label),
    }));
    const years = counted(some.map((card) => card.year)).sort((one, other) => other[0] - one[0]).slice(0, TOP)
      .map(([year, count]) => ({ label: String(year), count, act: () => set({ year: String(year) }) }));
    byId("charts").replaceChildren(
      make("div", {},
        barChart("Entries of each kind", entries, ""),
        barChart("Kinds of numbers", kinds, "number"),
        years.length ? barChart("Records of each year", years, "") : null),
      barChart("Benchmarks, by records", named("benchmark", "introduced"), "benchmark"),
      barChart("Methods, by records", named("method", "proposed"), "method"));
  };

  // ---- state: what is asked for, in the fields and in the address

  const NOTHING = {
    q: "", method: "", "method-role": "", benchmark: "", "benchmark-role": "", states: "", code: "", year: "", venue: "",
    order: "", page: "1",
  };
  const FIELDS = Object.keys(NOTHING).filter((name) => name !== "page");
  let state = { ...NOTHING };
  let found = cards;

  const needlesOf = (query) =>
    [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].map((match) => lower(match[1] ?? match[0]).trim()).filter(Boolean);

  // A name that is known asks for just that name; anything else for names that hold it.
  const hasName = (kind, asked, role) => {
    const key = fold(asked);
    const exact = keys[kind].has(key);
    const part = lower(asked.trim());
    const holds = (entry) => entry.names.some((name) => words[name] !== null && lower(words[name]).includes(part));
    return (card) => card[`${kind}s`].some((entry) =>
      (!role || entry.role === role) && (!part || (exact ? entry.key === key : holds(entry))));
  };
  const STATES = {
    methods: (card) => card.methods.length > 0,
    benchmarks: (card) => card.benchmarks.length > 0,
    numbers: (card) => card.kinds.length > 0,
    result: (card) => card.kinds.includes("result"),
    size: (card) => card.kinds.includes("size"),
    setting: (card) => card.kinds.includes("setting"),
    links: (card) => card.links > 0,
    nothing: (card) => !(card.methods.length || card.benchmarks.length || card.kinds.length || card.links),
  };
  const ORDERS = {
    newest: (one, other) => (other.year ?? -1) - (one.year ?? -1) || one.place - other.place,
    results: (one, other) => other.results - one.results || one.place - other.place,
    title: (one, other) => (one.title === other.title ? one.place - other.place : one.title < other.title ? -1 : 1),
  };
  for (const card of cards) card.results = card.kinds.filter((kind) => kind === "result").length;

  const select = () => {
    const tests = [];
    const needles = needlesOf(state.q);
    if (state.code) tests.push((card) => card.code);
    if (state.year) tests.push((card) => String(card.year) === state.year);
    if (state.venue) tests.push((card) => card.venue === state.venue);
    if (Object.hasOwn(STATES, state.states)) tests.push(STATES[state.states]);
    for (const kind of ["method", "benchmark"])
      if (state[kind] || state[`${kind}-role`]) tests.push(hasName(kind, state[kind], state[`${kind}-role`]));
    if (needles.length) tests.push((card) => needles.every((needle) => hayOf(card).includes(needle)));
    const some = cards.filter((card) => tests.every((test) => test(card)));
    return Object.hasOwn(ORDERS, state.order) ? some.sort(ORDERS[state.order]) : some;
  };

  const told = () => {
    const parts = FIELDS.filter((name) => state[name] && name !== "order").map((name) =>
      name === "code" ? "has code" : `${name === "q" ? "search" : name.replace("-", " ")}: ${state[name]}`);
    const all = found.length === cards.length ? many(cards.length, "record") : `${plain.format(found.length)} of ${many(cards.length, "record")}`;
    return parts.length ? `${all} — ${parts.join("; ")}` : all;
  };

  const pageCount = () => Math.max(1, Math.ceil(found.length / PAGE));
  const pageNow = () => Math.min(pageCount(), Math.max(1, Number.parseInt(state.page, 10) || 1));

  const drawRecords = (first, last) => {
    const needles = needlesOf(state.q);
    const nodes = found.slice(first, last).map((card, place) => article(card.place, first + place + 1, found.length, needles));
    byId("records").replaceChildren(...(nodes.length ? nodes : [make("p", { class: "none" }, "No record has all that.")]));
  };
  const drawPage = () => {
    const page = pageNow();
    drawRecords((page - 1) * PAGE, page * PAGE);
    const button = (label, target, key) =>
      make("button", { type: "button", disabled: target < 1 || target > pageCount() || target === page, "aria-keyshortcuts": key, click: () => turn(target) }, label);
    byId("pages").replaceChildren(button("First", 1), button("Previous", page - 1, "p"),
      make("span", {}, `Page ${plain.format(page)} of ${plain.format(pageCount())}`),
      button("Next", page + 1, "n"), button("Last", pageCount()));
  };
  const drawAll = () => {
    found = select();
    byId("count").textContent = told();
    drawCharts(found);
    drawPage();
  };

  const toAddress = () => {
    const asked = Object.entries(state).filter(([name, value]) => value !== NOTHING[name]);
    const hash = new URLSearchParams(asked).toString();
    try {
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    } catch {
      // A page that may not change its address works without.
    }
  };
  const fromAddress = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    state = { ...NOTHING };
    for (const name of Object.keys(NOTHING)) if (asked.has(name)) state[name] = asked.get(name);
  };
  const toFields = () => {
    for (const name of FIELDS) {
      if (name === "code") byId(name).checked = Boolean(state[name]);
      else byId(name).value = state[name];
    }
  };
  const fromFields = () => {
    for (const name of FIELDS) state[name] = name === "code" ? (byId(name).checked ? "1" : "") : byId(name).value;
  };

  const set = (changes) => {
    Object.assign(state, { page: "1" }, changes);
    toFields();
    toAddress();
    drawAll();
  };
  const choose = (kind, name) => {
    set({ [kind]: name });
    byId("count").scrollIntoView({ block: "nearest" });
  };
  const turn = (page) => {
    if (page < 1 || page > pageCount() || page === pageNow()) return;
    state.page = String(page);
    toAddress();
    drawPage();
    byId("records").focus();
    byId("records").scrollIntoView();
  };

  // ---- events

  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (fromFields(), set({})), 150);
  };
  const offer = (kind) => {
    const part = lower(byId(kind).value.trim());
    const names = known[kind].filter((one) => lower(one.label).includes(part)).slice(0, OFFERED);
    byId(`${kind}-names`).replaceChildren(...names.map((one) => make("option", { value: one.label, label: `${one.label} (${one.count})` })));
  };
  const chosen = (some, told) => [make("option", { value: "" }, "any"),
    ...some.map(([value, count]) => make("option", { value }, `${told(value)} (${plain.format(count)})`))];

  const step = (by) => {
    const all = [...byId("records").querySelectorAll("article")];
    const now = all.findIndex((one) => one.contains(document.activeElement));
    const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by];
    if (!next) return;
    next.focus();
    next.scrollIntoView({ block: "start" });
  };
  const KEYS = {
    "/": () => (byId("q").focus(), byId("q").select()),
    "?": () => byId("help").showModal(),
    j: () => step(1),
    k: () => step(-1),
    n: () => turn(pageNow() + 1),
    p: () => turn(pageNow() - 1),
    c: () => (byId("counts").open = !byId("counts").open),
    x: () => set({ ...NOTHING }),
  };

  const begin = () => {
    const years = counted(cards.map((card) => card.year)).sort((one, other) => other[0] - one[0]);
    const venues = counted(cards.map((card) => card.venue)).sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
    byId("year").replaceChildren(...chosen(years, String));
    byId("venue").replaceChildren(...chosen(venues, (venue) => venue));
    // What no record says cannot be asked for.
    for (const [name, some] of [["year", years], ["venue", venues]]) byId(name).closest("label").hidden = !some.length;
    for (const kind of ["method", "benchmark"]) {
      offer(kind);
      byId(kind).addEventListener("input", () => offer(kind));
    }
    byId("filters").addEventListener("input", later);
    byId("filters").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !("value" in event.target) || event.target.tagName !== "INPUT") return;
      event.target.value = "";
      later();
    });
    byId("clear").addEventListener("click", () => set({ ...NOTHING }));
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    byId("help-close").addEventListener("click", () => byId("help").close());
    document.addEventListener("keydown", (event) => {
      const typing = event.target.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (byId("help").open || !byId("keys").checked || !Object.hasOwn(KEYS, event.key)) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    addEventListener("hashchange", () => (fromAddress(), toFields(), drawAll()));
    addEventListener("beforeprint", () => drawRecords(0, found.length));
    addEventListener("afterprint", drawPage);
    // A phone has no room for charts before the first record.
    if (matchMedia("(max-width: 640px)").matches) byId("counts").open = false;
    fromAddress();
    toFields();
    drawAll();
  };
  begin();
})();
