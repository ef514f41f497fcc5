import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { filePassphraseMaxCharacters, readerKeyMaxCharacters } from "#domain/sealed-file-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { type FileReader, sealForReader } from "../kernel/sealed-files/seal-for-reader.ts";
import { refusedFile } from "../kernel/sealed-files/sealed-form.ts";
import { endDelivery } from "./engine/deliver.ts";
import { deliveryFacts, waitingFor, requireWaiting } from "./engine/delivery-of-call.ts";
import { fileContent } from "./engine/file-content.ts";

const passphraseRule = `must have at most ${filePassphraseMaxCharacters} characters`;
const passphrase = z
  .instanceof(Secret, { error: "must be a text" })
  .refine((secret) => secret.use((text) => text.length <= filePassphraseMaxCharacters), passphraseRule)
  .meta({ maxLength: filePassphraseMaxCharacters, rule: passphraseRule });

const input = z.strictObject({
  key: keyInput,
  publicKey: z.string().max(readerKeyMaxCharacters).nullish(),
  passphrase: passphrase.nullish(),
});

/** File of the passwords of a mass reset, sealed for one reader. */
export interface DownloadedPasswords {
  readonly key: string;
  readonly fileName: string;
  /** Text of the file. */
  readonly file: string;
  /** Number of passwords in it. */
  readonly accounts: number;
}

/**
 * Gives the user who started a mass reset its passwords once, in a file that opens by a passphrase or by the private key of a public one.
 * They are deleted afterwards.
 * @throws NOT_FOUND, FORBIDDEN, DELIVERY_OVER, SEALED_FILE_REFUSED
 */
export const downloadDelivery = defineOperation<z.output<typeof input>, DownloadedPasswords, string>({
  name: "passwordDeliveries.download",
  input,
  callers: ["user"],
  proof: "fresh",
  policies: [
    { name: policyOf.get("passwordDeliveries"), rows: true },
    { name: policyOf.action("passwordDeliveries/download"), facts: deliveryFacts },
  ],
  offered: ({ policy, userKey, now }) => allOf(policy, eq("way", "file"), waitingFor(userKey, now)),
  audit: {
    operation: "MSDF",
    describe: ({ key }, output) => ({ ident: key, ...(output && { message: `${output.accounts} passwords` }) }),
  },
  // Sealing takes time, so it runs outside of the transaction, which gives the file only if no other call has.
  async prepare(context, { key, ...reader }) {
    const delivery = await visibleRow(context, { table: "passwordDeliveries", key });
    requireWaiting(context, delivery, "file");
    const madeAt = new Date(context.clock.now()).toISOString();
    const content = await fileContent(context, delivery);
    return `${JSON.stringify(await sealForReader({ id: key, madeAt, content }, readerOf(reader)))}\n`;
  },
  async run(context, { key }, file): Promise<DownloadedPasswords> {
    const delivery = await lockedRow(context, { table: "passwordDeliveries", key });
    requireWaiting(context, delivery, "file");
    await endDelivery(context, delivery, "delivered");
    return { key, fileName: `passwords-${delivery.massResetKey}.sealed`, file, accounts: delivery.accounts };
  },
});

function readerOf({
  publicKey,
  passphrase: words,
}: Pick<z.output<typeof input>, "publicKey" | "passphrase">): FileReader {
  if (typeof publicKey === "string" && words instanceof Secret) throw oneReader();
  if (typeof publicKey === "string") return { publicKey };
  if (words instanceof Secret) return { passphrase: words };
  throw oneReader();
}

const oneReader = () =>
  refusedFile("Give either a passphrase or a public key: the file opens by one of them.", "passphrase");
