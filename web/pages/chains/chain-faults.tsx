import { Button } from "@patternfly/react-core";

import type { AuthChainFault } from "../../api/model.ts";
import { CallError } from "../../base/call-error.ts";
import { Notice } from "../../components/notice.tsx";
import { placeInJson } from "../../forms/json-places.ts";
import { useText } from "../../messages/text.ts";

/** Returns the errors of a refused chain, each with its place; other errors of the call are left out. */
export function faultsOf(error: unknown): readonly AuthChainFault[] {
  if (!(error instanceof CallError)) return [];
  const { target = "", message, details } = error;
  const told = details.length > 0 ? details : [{ target, message }];
  return told.flatMap(({ target: place = "", message: words }) =>
    /^(stored\.|steps|selectors|first|position|purpose|name)/.test(place)
      ? [{ place: place.replace(/^stored\./, ""), message: words }]
      : [],
  );
}

interface ChainFaultsProps {
  readonly faults: readonly AuthChainFault[];
  readonly text: string;
  /** Shows a place of the text. */
  show(offset: number): void;
}

/** Errors of a chain, each with its line in the text; a click leads there. */
export function ChainFaults({ faults, text, show }: ChainFaultsProps) {
  const say = useText();
  if (faults.length === 0) return null;
  return (
    <Notice kind="danger" title={say("chain.faults", { count: faults.length })} isAlert>
      <ul>
        {faults.map(({ place, message }) => {
          const { line, offset } = placeInJson(text, place);
          return (
            <li key={`${place} ${message}`}>
              <Button variant="link" isInline onClick={() => show(offset)}>
                {say("chain.faultAt", { line, place })}
              </Button>{" "}
              <span lang="en">{message}</span>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
