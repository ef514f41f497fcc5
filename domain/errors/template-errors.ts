import { errorDefinitions } from "./error-definition.ts";

/** Errors of templates and of batches of requests. */
export const templateErrors = errorDefinitions({
  invalid: {
    TEMPLATE_INVALID: "The template is invalid. Each detail names a field and its rule.",
    TEMPLATE_UNKNOWN: "No template has this key. Look the key up under /v2/templates.",
    TEMPLATE_UNFIT: "The template does not fit this recipient. The message says why.",
    TEMPLATE_FORM_ELSEWHERE:
      "The form of a template is changed with the template, because its placeholders name the fields: PATCH /v2/templates({key}). Leave formFields out.",
    RECIPIENT_OUTSIDE: "This template is not meant for this recipient. Choose another recipient.",
  },
  forbidden: {
    TEMPLATE_NOT_USABLE: "This template is not meant for you as a requester. Ask its owner, or choose another one.",
    REQUESTER_UNFIT: "The requester is disabled, has not started or has left, so nothing more is submitted for them.",
  },
  tooMany: {
    BATCHES_OPEN_MAX: "You have reached the limit of batches in progress. Wait until one is submitted, or cancel one.",
  },
  conflict: {
    TEMPLATE_DISABLED: "This template is disabled. Choose another one, or ask an administrator to enable it.",
    BATCH_CANCELLED: "The batch was cancelled before this request was submitted. Submit another one.",
  },
});
