import "./phases.css";
import { Label, Title } from "@patternfly/react-core";

import type { AuthorizationPhase } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { authorizerWords } from "./authorizer-words.ts";
import { hasOwnRule, type PhaseFieldsProps } from "./phases.ts";

interface PhasePictureProps extends Pick<PhaseFieldsProps, "names"> {
  readonly phases: readonly AuthorizationPhase[];
}

/** A picture of the phases: boxes one after another, each with its authorizers and its required approvals, or its rule. */
export function PhasePicture({ phases, names }: PhasePictureProps) {
  const say = useText();
  if (phases.length === 0) return <p>{say("phases.noneInPicture")}</p>;
  return (
    <ol className="gatehouse-phases" aria-label={say("phases.picture")}>
      {phases.map((phase, index) => (
        // A phase has no key of its own; its position identifies it.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <PhaseBox phase={phase} number={index + 1} names={names} />
        </li>
      ))}
      <li>
        <Label status="success">{say("phases.then")}</Label>
      </li>
    </ol>
  );
}

interface PhaseBoxProps extends Pick<PhaseFieldsProps, "phase" | "names"> {
  readonly number: number;
}

function PhaseBox({ phase, number, names }: PhaseBoxProps) {
  const say = useText();
  const { rule, authorizers, minApprovals, maxDenials, reasonRequired, mayEdit } = phase;
  return (
    <div className="gatehouse-phase">
      <Title headingLevel="h3" size="md">
        {say("request.phase", { number })}
      </Title>
      {hasOwnRule(phase) ? (
        <p>
          {say("phases.byRule")} <code>{rule}</code>
        </p>
      ) : (
        <>
          {authorizers.length === 0 ? <p>{say("phases.noAuthorizers")}</p> : <p>{say("phases.asks")}</p>}
          <ul>
            {authorizers.map((authorizer) => {
              const name = authorizerWords(authorizer, names, say);
              return (
                <li key={name}>
                  {name}{" "}
                  {(["veto", "inputRequired"] as const).map((what) =>
                    authorizer[what] ? (
                      <Label key={what} isCompact>
                        {say(`phases.${what}`)}
                      </Label>
                    ) : null,
                  )}
                </li>
              );
            })}
          </ul>
          <p>
            {say("phases.approvals", { count: minApprovals })}, {say("phases.denials", { count: maxDenials })}
          </p>
        </>
      )}
      {reasonRequired === "never" ? null : (
        <p>{say("phases.sayWhy", { when: say(`phases.reason.${reasonRequired}`) })}</p>
      )}
      {mayEdit ? <p>{say("phases.mayEdit")}</p> : null}
    </div>
  );
}
