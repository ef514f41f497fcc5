import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers } from "./policy.ts";

const ownRow = "IsSuperuser() || resource.userKey == principal.key";
const ownRequest =
  "IsSuperuser() || resource.requesterKey == principal.key || resource.recipientKey == principal.key" +
  " || principal.key in resource.authorizerKeys";

/** Policies of the access that people have. */
export const access: readonly Policy[] = [
  // Managers answer for the access of their direct reports.
  ...policies("grant", "IsSuperuser() || resource.userKey == principal.key || principal.key in resource.managerKeys", [
    ...readsOf("grants"),
    policyOf.list("users/grants"),
  ]),
  // What a person keeps after a move is reviewed by the new manager, and whom an escalation asks instead.
  ...policies("moveReview", "IsSuperuser() || resource.reviewerKey == principal.key", [
    ...readsOf("moveReviews"),
    policyOf.action("moveReviews/answer"),
  ]),
  // A caller who may read a review may read what it is about: movereviews_get is checked before these.
  ...policies("moveReviewItem", anyUser, readsOf("moveReviews/items")),
  ...policies("user", anyUser, [policyOf.get("moveReviews/user"), policyOf.get("moveReviews/reviewer")]),
  // Access that nobody requested is taken away by its target system or an administrator. Those who ask for more time need requests_post_create, too.
  ...policies(
    "grant",
    "IsSuperuser() || (resource.because == 'request' && (resource.userKey == principal.key || principal.key in resource.managerKeys))",
    [policyOf.action("grants/end"), policyOf.action("grants/extend")],
  ),
  ...policies("grant", superusers, [
    policyOf.list("accounts/grants"),
    policyOf.list("groups/grants"),
    policyOf.list("targetSystems/grants"),
  ]),
  // A caller who may read a request may know what it has given: requests_get is checked before it.
  ...policies("grant", anyUser, [policyOf.list("requests/grants")]),
  // A caller who may read a grant may know whose it is, and of which group: grants_get is checked before these.
  ...policies("user", anyUser, [policyOf.get("grants/user")]),
  ...policies("group", anyUser, [policyOf.get("grants/group")]),
  ...policies("account", ownRow, [policyOf.get("grants/account")]),
  ...policies("targetSystem", superusers, [policyOf.get("grants/targetSystem")]),
  ...policies("request", ownRequest, [policyOf.get("grants/request")]),
];
