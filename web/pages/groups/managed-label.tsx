import { Label } from "@patternfly/react-core";

import { useText } from "../../messages/text.ts";

/** Label that tells whether a group is managed. */
export function ManagedLabel({ isManaged }: { readonly isManaged: boolean }) {
  const say = useText();
  return (
    <Label isCompact status={isManaged ? "success" : "custom"}>
      {say(isManaged ? "groups.isManaged" : "groups.isNotManaged")}
    </Label>
  );
}
