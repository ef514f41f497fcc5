import { Label } from "@patternfly/react-core";

import type { Webhook } from "../../api/model.ts";
import type { TextKey } from "../../messages/text.ts";
import { useText } from "../../messages/text.ts";

/** How a webhook stands: off, on without success, or on. */
function stateOf({ enabled, failingSince }: Webhook) {
  if (!enabled) return "disabled";
  return failingSince === null ? "enabled" : "failing";
}

const looks = { disabled: {}, failing: { status: "danger" }, enabled: { status: "success" } } as const;
const words = { disabled: "webhook.disabled", failing: "webhook.failing", enabled: "webhook.enabled" } as const;

/** The words for how a webhook stands. */
export const stateWords = (webhook: Webhook): TextKey => words[stateOf(webhook)];

/** How a webhook stands, as a label. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  return (
    <Label isCompact {...looks[stateOf(webhook)]}>
      {say(stateWords(webhook))}
    </Label>
  );
}
