import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";

type Definition = Pick<
  Row<"targetSystemAttributeDefinitions">,
  "targetSystemId" | "discoveredObjectType" | "attribute"
> & { readonly key?: string };

/**
 * Refuses a definition where another one is for the same attribute of the same objects.
 * @throws ATTRIBUTE_DEFINITION_EXISTS
 */
export async function refuseDefined({ store }: CallContext, definition: Definition): Promise<void> {
  const { targetSystemId, discoveredObjectType, attribute, key } = definition;
  const [same] = await store.select("targetSystemAttributeDefinitions", {
    where: { targetSystemId, discoveredObjectType, attribute },
    limit: 1,
  });
  if (same && same.key !== key) throw new ServiceError("ATTRIBUTE_DEFINITION_EXISTS", { target: "attribute" });
}
