import { Label } from "@patternfly/react-core";

import type { Webhook } from "../../api/model.ts";
import type { TextKey } from "../../messages/text.ts";
import { useText } from "../../messages/text.ts";

/** Returns the state of a webhook: disabled, failing or enabled. */
function stateOf({ enabled, failingSince }: Webhook) {
  if (!enabled) return "disabled";
  return failingSince === null ? "enabled" : "failing";
}

const looks = { disabled: {}, failing: { status: "danger" }, enabled: { status: "success" } } as const;
const words = { disabled: "webhook.disabled", failing: "webhook.failing", enabled: "webhook.enabled" } as const;

/** Returns the key of the text of a webhook's state. */
export const stateWords = (webhook: Webhook): TextKey => words[stateOf(webhook)];

/** State of a webhook as a label. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  return (
    <Label isCompact {...looks[stateOf(webhook)]}>
      {say(stateWords(webhook))}
    </Label>
  );
}
