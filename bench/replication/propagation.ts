import { linkNodes, percentiles, propagated } from "./linked-nodes.ts";

const wantedMs = 100;

/** Measures the time from the commit of a change at one node to its commit at another, which asks over HTTP as a hub does. */
export async function measurePropagation({ changes }: { readonly changes: number }): Promise<string> {
  const { first, second, link, close } = await linkNodes();
  try {
    const unlink = link();
    const times: number[] = [];
    for (let n = 0; n < changes; n += 1) times.push(await propagated(first, second, `p${n}`));
    await unlink();
    return `propagation of ${changes} changes: ${percentiles(times)} (p95 wanted at most ${wantedMs})`;
  } finally {
    await close();
  }
}
