// What is asked for, in the fields and in the address, and the records that have it.

const PAGE = 20; // records that are drawn at once

const NOTHING = {
  q: "",
  method: "",
  "method-role": "",
  benchmark: "",
  "benchmark-role": "",
  states: "",
  code: "",
  year: "",
  venue: "",
  order: "",
  page: "1",
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
  return (card) =>
    card[`${kind}s`].some(
      (entry) => (!role || entry.role === role) && (!part || (exact ? entry.key === key : holds(entry))),
    );
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
    name === "code" ? "has code" : `${name === "q" ? "search" : name.replace("-", " ")}: ${state[name]}`,
  );
  const whole = many(cards.length, "record");
  const all = found.length === cards.length ? whole : `${plain.format(found.length)} of ${whole}`;
  return parts.length ? `${all} — ${parts.join("; ")}` : all;
};

const pageCount = () => Math.max(1, Math.ceil(found.length / PAGE));
const pageNow = () => Math.min(pageCount(), Math.max(1, Number.parseInt(state.page, 10) || 1));

const drawRecords = (first, last) => {
  const needles = needlesOf(state.q);
  const nodes = found
    .slice(first, last)
    .map((card, place) => article(card.place, first + place + 1, found.length, needles));
  byId("records").replaceChildren(
    ...(nodes.length ? nodes : [make("p", { class: "none" }, "No record has all that.")]),
  );
};
const drawPage = () => {
  const page = pageNow();
  drawRecords((page - 1) * PAGE, page * PAGE);
  const button = (label, target, key) =>
    make(
      "button",
      {
        type: "button",
        disabled: target < 1 || target > pageCount() || target === page,
        "aria-keyshortcuts": key,
        click: () => turn(target),
      },
      label,
    );
  byId("pages").replaceChildren(
    button("First", 1),
    button("Previous", page - 1, "p"),
    make("span", {}, `Page ${plain.format(page)} of ${plain.format(pageCount())}`),
    button("Next", page + 1, "n"),
    button("Last", pageCount()),
  );
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
// What was used to ask is drawn anew or gone, so that the focus goes to what it led to.
const pick = (changes) => {
  set(changes);
  byId("count").focus();
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
