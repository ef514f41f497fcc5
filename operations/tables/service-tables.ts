import { addRequestedCheckouts, performCheckout, refuseUnentitled } from "../checkouts/engine/request-checkouts.ts";
import { withdrawOf } from "../checkouts/engine/withdraw-checkout.ts";
import type { CallContext } from "../kernel/context.ts";
import type { ServiceTables } from "../kernel/service-tables.ts";
import { attach } from "./attachments.ts";
import { runKinds } from "./run-kinds.ts";
import { tellOfAccess } from "./tell-of-access.ts";

/** The contributions of all capabilities, for the composition of a service. */
export const serviceTables: ServiceTables<CallContext> = {
  attach,
  performer: {
    check: refuseUnentitled,
    accepted: (context, request, operations) => addRequestedCheckouts(context, request, operations),
    begin: performCheckout,
    withdrawn: withdrawOf,
  },
  runKinds: async () => runKinds,
  tellOfAccess,
};
