import { ServiceError } from "#domain/errors.ts";
import { waitsForDependants } from "#domain/vault/next-dependant-act.ts";
import { nextWordAt } from "#domain/vault/word-time.ts";

import type { CredentialRow, CredentialSource, PasswordCandidates } from "../../proxies/engine/credential-source.ts";
import { dependantsOf } from "./dependants.ts";
import { lockTrees, raiseEntries, readTrees, type Rise, secretOf } from "./entries.ts";

/**
 * The vault as the place where passwords of a target's own logins lie. While it is uncertain which one holds the proxy gets two, and tells
 * which of them has opened.
 */
export const managedCredentials: CredentialSource = {
  holds: ({ managedAccountKey }) => managedAccountKey !== null,
  async candidates({ store }, credential): Promise<PasswordCandidates> {
    const key = credential.managedAccountKey ?? "";
    const held = (await readTrees(store, [key])).get(key);
    const given = (held?.tree.giveOut ?? []).map((entry) => ({ key: entry.key, secret: secretOf(store, entry) }));
    const [first, second] = given;
    if (first === undefined) throw nothingKept(credential);
    return second === undefined ? [first] : [first, second];
  },
  async opened(context, { managedAccountKey }, keys) {
    const trees = await lockTrees(context, [managedAccountKey ?? ""]);
    const dependants = await dependantsOf(context.store, [...trees.keys()]);
    const now = context.clock.now();
    // The password opened a session before the report: nothing follows from it for other passwords, or for one that was refused since.
    const rises = [...trees.values()].flatMap(({ account, entries }) =>
      entries
        .filter(({ key, status, refusedAt }) => keys.includes(key) && status === "U" && refusedAt === null)
        .map((entry): Rise => {
          const at = nextWordAt(entries, now);
          const opened = { key: entry.key, openedAt: at };
          const waits = waitsForDependants(entry, dependants.get(account.key) ?? []);
          return waits ? opened : { ...opened, status: "C", settledAt: at };
        }),
    );
    if (rises.length > 0) await raiseEntries(context, trees, rises);
  },
};

function nothingKept({ key, administratorId: login, targetSystemId }: CredentialRow): ServiceError {
  return new ServiceError("CONFLICT", {
    message: `The login '${login}' of '${targetSystemId}' takes the password of a managed account, and the vault has none of it. Give the login a password of its own: PATCH /v2/targetSystems('${targetSystemId}')/credentials(${key}) with password and managedAccountKey null.`,
  });
}
