import { notices as resource } from "#domain/resources/notices.ts";
import { updateNotice } from "#operations/notices/update-notice.ts";

import { verb } from "../odata/entity-set.ts";
import { resourceSet } from "./resource-set.ts";

/** Notifications about requests: each user sees their own. */
export const notices = resourceSet(resource, {
  properties: { facts: { type: { name: "NoticeFacts", properties: {}, open: true } } },
  update: { ...verb(updateNotice), status: 204, example: { read: true } },
  ways: { request: "linked", user: { linked: "people" } },
});
