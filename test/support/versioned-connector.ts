import { type CreateRequest, defineConnector } from "#connectors/contract/index.ts";

import faultConnector from "./fault-connector.ts";

const version = process.env["FAULT_VERSION"] ?? "1.0.0";
const { definition } = faultConnector;
const create = definition.operations.create;

/** The fault connector in the version of `FAULT_VERSION`, which it writes into the objects that it creates. */
export default defineConnector({
  ...definition,
  version,
  operations: {
    ...definition.operations,
    create: (session: unknown, request: CreateRequest, call) => {
      if (create === undefined) throw new Error("the fault connector cannot create");
      return create(session, { ...request, attributes: { ...request.attributes, madeBy: [version] } }, call);
    },
  },
});
