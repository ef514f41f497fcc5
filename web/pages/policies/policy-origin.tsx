import { Label } from "@patternfly/react-core";

import type { Policy } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";

const looks = {
  default: {},
  changed: { status: "info" },
  setAside: { status: "warning" },
} as const;

/** Origin of the active text of a policy as a label. */
export function PolicyOrigin({ origin }: Pick<Policy, "origin">) {
  const say = useText();
  return (
    <Label isCompact {...looks[origin]}>
      {say(`policy.origin.${origin}`)}
    </Label>
  );
}
