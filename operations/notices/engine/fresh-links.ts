import { createHash } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";
import { passwordLinkField, passwordsLinkPath } from "#domain/identity/password-link.ts";
import { isOpenDelivery } from "#domain/mass-resets/password-delivery.ts";
import { keysIn } from "#domain/notices/notice-fields.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { publicAddressOf } from "../../kernel/issuer.ts";

/**
 * Makes a link for each delivery of passwords in the notices of a mail that can still be opened, by its key; only the hash of its secret
 * is kept. The link of an earlier attempt ends by it.
 */
export async function freshLinks(
  { store, ids, clock, settings }: Pick<CallContext, "store" | "ids" | "clock" | "settings">,
  notices: readonly Row<"notices">[],
): Promise<ReadonlyMap<string, Secret>> {
  const keys = notices.flatMap(({ kind, facts }) => keysIn(kind, facts, "delivery"));
  const deliveries = await store.select("passwordDeliveries", {
    where: allOf(oneOf("key", keys), eq("way", "link")),
    forUpdate: true,
  });
  const open = deliveries.filter((delivery) => isOpenDelivery(delivery, clock.now()));
  const links = new Map<string, Secret>();
  for (const { key } of open) {
    const token = new Secret(ids.token());
    const tokenHash = token.use((text) => createHash("sha256").update(text).digest("base64url"));
    await store.save("passwordDeliveries", { key, tokenHash });
    const address = `${publicAddressOf(settings)}${passwordsLinkPath}`;
    links.set(
      key,
      token.use((text) => new Secret(`${address}?${passwordLinkField}=${text}`)),
    );
  }
  return links;
}
