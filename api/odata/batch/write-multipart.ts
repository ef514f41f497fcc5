import { giveWay } from "#platform/loop-turns.ts";
import { http } from "#platform/node-http.ts";

import { type BatchResult, contentOf } from "./item.ts";
import { unitsOf } from "./units.ts";

/**
 * Writes the answers of a batch in multipart/mixed, each group as one part. Every boundary is one of its own: none may be
 * the beginning of a line inside another one's parts (RFC 2046, 5.1.1).
 */
export async function writeMultipart(
  results: readonly BatchResult[],
  boundary: string,
  nextBoundary: () => string,
): Promise<string> {
  const parts: string[] = [];
  for (const unit of unitsOf(results, ({ item }) => item.group)) {
    // A failed group has one answer for all of it, which is not a part of a group (OData protocol 11.7.7.3).
    const failed = unit.find(({ answer, undone }) => answer.status >= 400 && undone !== true);
    const written: string[] = [];
    for (const result of failed === undefined ? unit : [failed]) {
      written.push(await writeAnswer(result));
      await giveWay();
    }
    const isAlone = failed !== undefined || unit[0]?.item.group === null;
    parts.push(isAlone ? written.join("") : inGroup(written, nextBoundary()));
  }
  return divided(parts, boundary);
}

function inGroup(parts: readonly string[], boundary: string): string {
  return `content-type: multipart/mixed;boundary=${boundary}\r\n\r\n${divided(parts, boundary)}`;
}

function divided(parts: readonly string[], boundary: string): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
}

async function writeAnswer({ item, answer }: BatchResult): Promise<string> {
  const { text, headers } = await contentOf(answer);
  return [
    "content-type: application/http",
    "content-transfer-encoding: binary",
    ...(item.id === null ? [] : [`content-id: ${item.id}`]),
    "",
    `HTTP/1.1 ${answer.status} ${http.STATUS_CODES[answer.status] ?? ""}`,
    ...Object.entries({ ...headers, "content-length": Buffer.byteLength(text) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    "",
    text,
  ].join("\r\n");
}
