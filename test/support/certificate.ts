import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { requireProgram } from "./programs.ts";

const run = promisify(execFile);

/** Files of a self-signed certificate; only the owner can read the key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

const newKeys = {
  ec: ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
  rsa: ["rsa:2048"],
} as const;

/** Makes a certificate for a host on 127.0.0.1 in a folder, valid for two days. */
export async function makeCertificate(
  folder: string,
  host = "localhost",
  kind: keyof typeof newKeys = "ec",
): Promise<CertificateFiles> {
  const made = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const names = [...new Set([host, "localhost"])].map((name) => `DNS:${name}`).join(",");
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=${names},IP:127.0.0.1`, "-days", "2"];
  const output = ["-keyout", made.key, "-out", made.certificate];
  await run(requireProgram("openssl", "openssl"), [
    "req",
    "-x509",
    "-newkey",
    ...newKeys[kind],
    "-nodes",
    ...subject,
    ...output,
  ]);
  return made;
}
