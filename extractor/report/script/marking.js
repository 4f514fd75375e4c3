// Marks in a text, and the ties of numbers. Offsets of records count code points, those of strings UTF-16 units.

const NEAR = 400; // how far from its number the words of a metric may stand

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
    if (/[\p{L}\p{N}]$/u.test(text.slice(0, first).slice(-2)) || /^[\p{L}\p{N}]/u.test(text.slice(last, last + 2)))
      continue;
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
        add(mention.start, mention.end, {
          sort: `${entry.kind} ${entry.role}`,
          entry,
          hint: `${entry.kind}, ${entry.role}`,
        });
  if (!inTitle) {
    for (const number of record.numbers) add(number.start, number.end, { sort: `number ${number.kind}`, number });
    for (const link of record.links)
      add(link.start, link.end, { sort: "link", link, hint: `link, ${shown(link.kind)}` });
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
  return inside(
    0,
    text.length,
    spans.filter((span) => span.start < span.end && span.end <= text.length),
  );
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
      if (span.number && node.hasAttribute("aria-pressed"))
        node.setAttribute("aria-pressed", String(span.number === kept));
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
    node = make(
      "mark",
      { class: span.sort, title: `${number.kind}: ${tiesTold(number)}`, ...focus, ...events },
      ...nodes,
    );
  } else if (span.link) {
    node = make("mark", { class: span.sort, title: span.hint }, linked(span.link.url, ...nodes));
  } else {
    node = make("mark", { class: span.sort, title: span.hint ?? null }, ...nodes);
  }
  ties.marks.push({ node, span });
  return node;
};
