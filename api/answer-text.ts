import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

/** Number of list entries that are written before the time is checked. */
const entriesAtOnce = 16;

/** Returns the text of an answer in JSON. A long list is written in turns of the event loop, so that other calls need not wait. */
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
    // JSON leaves out values such as undefined, which have no text.
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
