import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

/** Entries of a list that are written without a look at the time. */
const entriesAtOnce = 16;

/** The text of an answer in JSON; where it has a long list it is written in turns, so that nobody waits for it. */
export function answerText(body: unknown): string | Promise<string> {
  return hasLongList(body) ? textInTurns(body) : JSON.stringify(body);
}

function hasLongList(body: unknown): body is object {
  if (typeof body !== "object" || body === null || "toJSON" in body || Array.isArray(body)) return false;
  return Object.values(body).some(isLongList);
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > entriesAtOnce;
}

async function textInTurns(body: object): Promise<string> {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    // What JSON leaves out, such as undefined, has no text.
    const text = isLongList(value) ? await listInTurns(value) : (JSON.stringify(value) as string | undefined);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

const entriesText = (entries: readonly unknown[]) => JSON.stringify(entries).slice(1, -1);

async function listInTurns(list: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += entriesAtOnce) {
    if (isTurnOver()) await giveWay();
    const entries = list.slice(from, from + entriesAtOnce);
    if (!entries.some(hasLongList)) parts.push(entriesText(entries));
    else for (const entry of entries) parts.push(hasLongList(entry) ? await textInTurns(entry) : entriesText([entry]));
  }
  return `[${parts.join(",")}]`;
}
