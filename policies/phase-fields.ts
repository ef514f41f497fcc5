import { type ResourceFields, policyResources } from "./resources.ts";

const { origin, requesterKey, recipientKey } = policyResources.request;

/** What the conditions in rules of authorization phases may read of a request. */
export const phaseFields = {
  origin,
  requesterKey,
  recipientKey,
  ...policyResources.requestSubmission,
} as ResourceFields;
