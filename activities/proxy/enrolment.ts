import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { proxyIdPattern } from "#domain/proxies/proxy-call.ts";
import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";

/** Enrollment that a proxy remembers. */
export interface Enrolment {
  readonly proxyId: string;
  /** Address of the API with which it enrolled. */
  readonly apiAddress: string;
}

const fileName = "proxy.json";
const schema = z.strictObject({ proxyId: z.string().regex(proxyIdPattern), apiAddress: z.url() });

/**
 * Reads the enrollment in a proxy's folder; undefined if it has not enrolled.
 * @throws PROXY_MISCONFIGURED when the file is not readable
 */
export function readEnrolment(folder: string): Enrolment | undefined {
  const path = join(folder, fileName);
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ServiceError("PROXY_MISCONFIGURED", {
      message: `'${path}' is not the enrolment of a proxy. Remove it and enrol again with 'gatehouse proxy enrol'.`,
      cause,
    });
  }
}

/** Writes an enrollment to a proxy's folder. */
export function writeEnrolment(folder: string, enrolment: Enrolment): void {
  makeFolderDurably(folder);
  writeFileDurably(join(folder, fileName), `${JSON.stringify(enrolment, null, 2)}\n`);
}
