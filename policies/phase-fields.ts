import { type ResourceFields, policyResources } from "./resources.ts";

const { origin, requesterKey, recipientKey } = policyResources.request;

/** Fields of a request that the conditions in rules of authorization phases may read. */
export const phaseFields = {
  origin,
  requesterKey,
  recipientKey,
  ...policyResources.requestSubmission,
} as ResourceFields;
