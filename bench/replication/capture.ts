import { changesMax } from "#domain/node-limits.ts";
import { StoreNode } from "#test/replication/store-node.ts";
import { median } from "#test/support/median.ts";

const names = ["n1", "n2"];
const wanted = 1.6;
const people = 100;
const turn = 50;

/**
 * Measures writes of a node that another one asks for its changes, with the numbers that they get for it, against writes of a node alone,
 * in turn and each in a transaction of its own.
 */
export async function measureCapture({
  writes,
  rounds,
}: {
  readonly writes: number;
  readonly rounds: number;
}): Promise<string> {
  const [alone, known] = [await make("n1"), await make("n2")];
  const times = { alone: [] as number[], known: [] as number[] };
  try {
    await ask(known);
    const begun = { position: await known.store.changeLog.position() };
    for (let round = 0; round <= rounds; round += 1) {
      const took = { alone: 0, known: 0 };
      // In short turns, so that what else the machine does hits both.
      for (let from = 0; from < writes; from += turn) {
        const some = { from, to: Math.min(writes, from + turn), round };
        took.alone += await timed(() => write(alone, some));
        took.known += await timed(async () => {
          await write(known, some);
          await ask(known, begun);
        });
      }
      if (round === 0) continue;
      times.alone.push(took.alone);
      times.known.push(took.known);
    }
    await requireAll(known, (rounds + 1) * writes);
  } finally {
    await alone.remove();
    await known.remove();
  }
  const perWrite = (ms: readonly number[]) => Math.round((median(ms) / writes) * 1_000);
  return (
    `capture of ${writes} writes: ${perWrite(times.known)} µs with a peer, ${perWrite(times.alone)} µs alone, ` +
    `ratio ${(median(times.known) / median(times.alone)).toFixed(2)} (wanted at most ${wanted})`
  );
}

const make = (name: string): Promise<StoreNode> => StoreNode.make(name, names, Date.now, { isWatched: false });

/** Asks for what follows a place, as a peer that knows everything before it does. */
async function ask({ store }: StoreNode, place: { position: number } = { position: 0 }): Promise<void> {
  const pull = { by: "n9", logEpoch: store.epoch.current, position: place.position, vector: {}, without: [] };
  place.position = (await store.replication.read({ ...pull, max: changesMax })).position;
}

interface Turn {
  readonly from: number;
  readonly to: number;
  readonly round: number;
}

async function write({ store }: StoreNode, { from, to, round }: Turn): Promise<void> {
  for (let n = from; n < to; n += 1)
    await store.transaction(() => store.save("userPlaces", { key: `p${n % people}`, department: `d${round}-${n}` }));
}

/** Requires that the changes of all writes are there for others. */
async function requireAll({ database, name }: StoreNode, count: number): Promise<void> {
  const [found] = await database.read(
    "SELECT COUNT(*) AS `n` FROM `changeLog` WHERE `tableName` = 'userPlaces' AND `originSeq` > 0 AND `origin` = ?",
    [name],
  );
  if (Number(found?.["n"]) !== count) throw new Error(`${String(found?.["n"])} of ${count} writes were captured`);
}

async function timed(run: () => Promise<void | object>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
