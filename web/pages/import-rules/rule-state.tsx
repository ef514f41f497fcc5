import { Label } from "@patternfly/react-core";

import { useText } from "../../messages/text.ts";

/** State of a rule as a label. */
export function RuleState({ isEnabled }: { readonly isEnabled: boolean }) {
  const say = useText();
  return (
    <Label isCompact {...(isEnabled && { status: "success" as const })}>
      {say(isEnabled ? "importRule.enabled" : "importRule.disabled")}
    </Label>
  );
}
