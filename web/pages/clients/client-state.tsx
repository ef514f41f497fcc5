import { Label } from "@patternfly/react-core";

import { useText } from "../../messages/text.ts";

/** State of a client as a label. */
export function ClientState({ enabled }: { readonly enabled: boolean }) {
  const say = useText();
  return (
    <Label isCompact status={enabled ? "success" : "danger"}>
      {say(enabled ? "client.enabled" : "client.disabled")}
    </Label>
  );
}
