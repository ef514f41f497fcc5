import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { disclosureTokenMs } from "#domain/checkout-limits.ts";
import { idMaxCharacters } from "#domain/limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { attending } from "./engine/attending.ts";
import { lockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import { entriesToGive, isCheckedOut, requireHeld, requireManager, wayOf } from "./engine/disclosure-terms.ts";

/** Token of a disclosure, which is shown only once and valid once. */
export interface DisclosureToken {
  /** Key of the disclosure. */
  readonly key: string;
  readonly token: Secret;
  /** Time in milliseconds UTC. */
  readonly expiresAt: number;
}

/**
 * Requests the disclosure of a checked-out password. The answer is a token with which the same session, from the same address, gets it once
 * within a minute. If the policy requires a second person to be present, their code is needed. Managers of the account may request the
 * password of an earlier time, for example after its target was restored from a backup.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT, CHECKOUT_RIGHT_MISSING, DISCLOSURE_UNFIT, VOUCHING_MISSING, VOUCHING_INVALID
 */
export const discloseCheckout = defineOperation({
  name: "checkouts.disclose",
  input: z.strictObject({
    key: keyInput,
    /** Way of disclosure; by default the first that the policy allows. */
    plugin: filledText(idMaxCharacters).nullable().default(null),
    /** Code of the second person who is present. */
    code: filledText(100).nullable().default(null),
    /** Time of the wanted password, milliseconds UTC; null for the present one. */
    heldAt: momentInput.nullable().default(null),
  }),
  callers: ["user"],
  policies: policiesOfCheckout("disclose"),
  offered: isCheckedOut,
  audit: { operation: "CHDQ", describe: ({ key, plugin }) => ({ batchId: key, message: plugin }) },
  async run(context, { key, plugin, code, heldAt }): Promise<DisclosureToken> {
    const { store, ids, clock, caller } = context;
    const seen = await visibleRow(context, { table: "checkouts", key });
    const { checkout, locked } = await lockedCheckout(context, key, seen);
    await requireHeld(context, checkout);
    const name = wayOf(locked.policy, plugin, heldAt !== null);
    if (heldAt !== null) await requireManager(context, locked.policy);
    entriesToGive(locked, heldAt);
    const attendedByKey = await attending(context, locked, code);
    const token = ids.token();
    const createdAt = clock.now();
    const expiresAt = createdAt + disclosureTokenMs;
    const place = { sessionKey: caller.sessid, address: caller.ip ?? null, module: caller.module };
    const { key: disclosureKey } = await store.add("disclosures", {
      key: ids.guid(),
      checkoutKey: key,
      userKey: caller.key ?? "",
      plugin: name,
      ...place,
      tokenHash: sha256(token),
      createdAt,
      expiresAt,
      attendedByKey,
      heldAt,
    });
    return { key: disclosureKey, token: new Secret(token), expiresAt };
  },
});
