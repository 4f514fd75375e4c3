// The records of the page, packed by packing.py, and what the filters ask of them.

const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
const rows = [...document.querySelectorAll("script.records")].flatMap((one) => JSON.parse(one.textContent));

const unpacked = (row) => {
  const [id, title, text, sources, methods, benchmarks, numbers, links] = row;
  const entry =
    (kind) =>
    ([name, aliases, canonical, role, mentions, confidence, foundBy]) => ({
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
    id,
    title,
    text,
    sources: sources.map(sourceOf),
    methods: methods.map(entry("method")),
    benchmarks: benchmarks.map(entry("benchmark")),
  };
  record.numbers = numbers.map((number) => {
    const [start, end, value, valueMax, uncertainty, unit, of, kind, qualifier, change, metric] = number;
    const [benchmark, method, baseline, confidence, foundBy, stands] = number.slice(11);
    return {
      start,
      end,
      value,
      valueMax,
      uncertainty,
      confidence,
      stands,
      unit: words[unit],
      of: words[of],
      kind: words[kind],
      qualifier: words[qualifier],
      change: words[change],
      metric: words[metric],
      benchmark: record.benchmarks[benchmark - 1] ?? null,
      method: record.methods[method - 1] ?? null,
      baseline: record.methods[baseline - 1] ?? null,
      foundBy: foundBy.map((one) => words[one]),
    };
  });
  record.links = links.map(
    ([start, end, url, canonical, kind, host, owner, repository, ours, confidence, foundBy, stands]) => ({
      start,
      end,
      url,
      canonical: canonical === 0 ? url : canonical,
      kind: words[kind],
      host: words[host],
      owner,
      repository,
      ours,
      confidence,
      stands,
      foundBy: foundBy.map((one) => words[one]),
    }),
  );
  return record;
};

const sourceOf = ([file, position, collection, id, title, year, authors, venue, url, pdf, codeUrl]) => ({
  file: words[file],
  position,
  collection: words[collection ?? 0],
  id: id ?? null,
  title: title ?? null,
  year: year ?? null,
  authors: authors ?? null,
  venue: words[venue ?? 0],
  url: url ?? null,
  pdf: pdf ?? null,
  codeUrl: codeUrl ?? null,
});

const firstKnown = (sources, field) => sources.map((source) => source[field]).find((value) => value !== null) ?? null;

// Spellings that differ in case, hyphens, spaces and accents are one name.
const folds = new Map();
const fold = (name) => {
  let folded = folds.get(name);
  if (folded === undefined) {
    folded =
      name
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}+×]/gu, "") || name;
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
    code: links.some((link) => words[link[4]] === "repository") || known.some((source) => source.codeUrl !== null),
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
