import { Button } from "@patternfly/react-core";

import type { PolicyName } from "../api/model.ts";
import { useText } from "../messages/text.ts";
import { useMay } from "../session/use-may.ts";

interface RowActionsProps {
  /** Name of the row. */
  readonly name: string;
  /** Policies of the change and the removal. */
  readonly policies: Readonly<Record<"change" | "remove", PolicyName>>;
  start(what: "change" | "remove"): void;
}

/** Actions of a row of a list, as far as policies allow them. */
export function RowActions({ name, policies, start }: RowActionsProps) {
  const say = useText();
  const may = useMay();
  return (["change", "remove"] as const).map((what) =>
    !may(policies[what]) ? null : (
      <Button
        key={what}
        variant="link"
        size="sm"
        isDanger={what === "remove"}
        aria-label={say(`table.${what}Row`, { name })}
        onClick={() => start(what)}
      >
        {say(`action.${what}`)}
      </Button>
    ),
  );
}
