import { ConnectorError, defineConnector } from "#connectors/contract/index.ts";

import { flawed, good } from "./defect.ts";
import { changed, groupsAttribute, textNames } from "./directory.ts";
import { healthy } from "./healthy.ts";

function requireOne(attributes: Readonly<Record<string, readonly unknown[]>>): void {
  const name = textNames.find((text) => (attributes[text]?.length ?? 0) > 1);
  if (name !== undefined) throw new ConnectorError("invalidValue", `"${name}" has one value.`);
}

/** A connector without a defect whose target has one value of each text, as most services have. */
export const narrow = defineConnector({
  ...healthy.definition,
  ...flawed({
    schema: async (...call) =>
      (await good.schema(...call)).map(({ type, attributes }) => ({
        type,
        attributes: attributes.map(({ multi = false, ...one }) =>
          textNames.includes(one.name) || !multi ? one : { ...one, multi },
        ),
      })),
    async create(session, request, call) {
      requireOne(request.attributes);
      return good.create(session, request, call);
    },
    async update(session, request, call) {
      const { attributes = {} } = (await good.get(session, request, call)) ?? {};
      const plain = request.deltas.filter(({ attr }) => attr !== "name" && attr !== groupsAttribute);
      requireOne(plain.reduce(changed, attributes));
      return good.update(session, request, call);
    },
  }),
});
