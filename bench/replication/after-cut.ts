import { editPlace, linkNodes, type LinkedNodes } from "./linked-nodes.ts";

const wantedSeconds = 60;
const secondMs = 1_000;
const places = 10_000;
const atOnce = 50;

/** Measures how long two nodes that were cut off from each other take to be equal again, when small edits have gathered at one of them. */
export async function measureAfterCut({ gathered }: { readonly gathered: number }): Promise<string> {
  const nodes = await linkNodes();
  try {
    await gather(nodes, gathered);
    const began = performance.now();
    const unlink = nodes.link();
    // The last edit comes behind all others, and with it the nodes are equal.
    await unlink();
    const seconds = (performance.now() - began) / secondMs;
    await requireEqual(nodes);
    return (
      `after a cut with ${gathered} small edits: equal in ${seconds.toFixed(1)} s (wanted at most ${wantedSeconds}), ` +
      `${Math.round(gathered / seconds)} edits/s`
    );
  } finally {
    await nodes.close();
  }
}

/** Makes edits of people, each in a transaction of its own, some of which come at the same time. */
async function gather({ first }: LinkedNodes, count: number): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => from + at);
    await Promise.all(numbers.map((n) => editPlace(first, `p${n % places}`, `d${n}`)));
  }
}

async function requireEqual({ first, second }: LinkedNodes): Promise<void> {
  const [one, other] = [await listed(first), await listed(second)];
  if (one !== other) throw new Error("the nodes are not equal");
}

async function listed({ context: { store } }: LinkedNodes["first"]): Promise<string> {
  const rows = await store.selectColumns("userPlaces", ["key", "department"], { orderBy: [["key", "asc"]] });
  return JSON.stringify(rows);
}
