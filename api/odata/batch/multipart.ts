import { ServiceError } from "#domain/errors.ts";
import { batchPartsMax } from "#domain/limits.ts";

import { boundaryIn } from "./boundary.ts";
import type { BatchItem } from "./item.ts";
import { malformedBatch, type Section, sectionOf, sectionsOf } from "./sections.ts";

// A pattern runs over a MiB of line ends in a tenth of the time of a loop over its characters.
const notOfLineEnd = /[^\r\n]/;
const requestLine = /^([A-Z]{1,10}) (\S{1,8192}) HTTP\/1\.[01]$/;

/**
 * Reads a batch in multipart/mixed. A part that is multipart itself is a group of changes, which holds no further
 * group. Reads each character a fixed number of times.
 * @throws BODY_INVALID
 * @throws LIMIT_EXCEEDED if it has more parts than a batch may have, those of its groups included
 */
export function parseMultipart(text: string, contentType: string): readonly BatchItem[] {
  const items: BatchItem[] = [];
  const add = (section: Section, group: string | null) => {
    if (items.length === batchPartsMax) throw tooMany();
    items.push(itemOf(section, group));
  };
  let groups = 0;
  for (const section of sectionsOf(text, boundaryOf(contentType))) {
    const type = section.headers["content-type"] ?? "";
    if (!/^multipart\/mixed[ \t]*;/i.test(type)) {
      add(section, null);
      continue;
    }
    groups += 1;
    if (groups > batchPartsMax) throw tooMany();
    for (const change of sectionsOf(section.content, boundaryOf(type))) add(change, `group ${groups}`);
  }
  return items;
}

function boundaryOf(contentType: string): string {
  const boundary = boundaryIn(contentType);
  if (boundary === undefined) throw malformedBatch("multipart/mixed needs a boundary in Content-Type");
  return boundary;
}

function itemOf({ headers, content }: Section, group: string | null): BatchItem {
  if (!/^application\/http\b/i.test(headers["content-type"] ?? "")) {
    throw malformedBatch("each part must be application/http, or multipart/mixed for a group of changes");
  }
  const start = content.search(notOfLineEnd);
  const end = start < 0 ? -1 : content.indexOf("\n", start);
  const line = start < 0 ? "" : content.slice(start, end < 0 ? content.length : end).trimEnd();
  const [, method, url] = requestLine.exec(line) ?? [];
  if (method === undefined || url === undefined) {
    throw malformedBatch(`'${line.slice(0, 100)}' is no request line such as GET users HTTP/1.1`);
  }
  const own = sectionOf(end < 0 ? "" : content.slice(end + 1));
  // Many clients end a request with an empty line; other formats than JSON lose blanks at the end too.
  const body = Buffer.from(own.content.trimEnd());
  const id = headers["content-id"] ?? own.headers["content-id"] ?? null;
  return { id, group, dependsOn: [], method, url, headers: own.headers, body };
}

/** Returns the error of a batch that has more parts than a batch may have. */
export function tooMany(): ServiceError {
  return new ServiceError("LIMIT_EXCEEDED", {
    message: `A batch may have at most ${batchPartsMax} parts. Send the others in another one.`,
  });
}
