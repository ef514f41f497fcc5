import { Button, Checkbox, HelperText, HelperTextItem } from "@patternfly/react-core";

import type { AuthorizationPhase, Authorizer } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { AuthorizerPicker } from "./authorizer-picker.tsx";
import { authorizerWords } from "./authorizer-words.ts";
import type { PhaseFieldsProps } from "./phases.ts";

interface AuthorizerListProps extends Pick<PhaseFieldsProps, "phase" | "index" | "names" | "faults" | "isReadOnly"> {
  readonly number: number;
  change(phase: AuthorizationPhase): void;
}

/** Authorizers of a phase, each with the weight of its decision, and a field that adds one. */
export function AuthorizerList({ phase, number, index, names, faults, isReadOnly, change }: AuthorizerListProps) {
  const say = useText();
  const { authorizers } = phase;
  const set = (changed: readonly Authorizer[]) => change({ ...phase, authorizers: changed, rule: null });
  const wrong = [...faults].filter(([name]) => name.startsWith(`authorizationPhases.${index}.authorizers`));
  return (
    <fieldset className="gatehouse-group">
      <legend>{say("phases.authorizers")}</legend>
      {authorizers.length === 0 ? <p>{say("phases.noAuthorizers")}</p> : null}
      <ul className="gatehouse-plain-list">
        {authorizers.map((authorizer, place) => {
          const name = authorizerWords(authorizer, names, say);
          return (
            <li key={`${place} ${name}`} className="gatehouse-toolbar">
              <span>{name}</span>
              {(["veto", "inputRequired"] as const).map((what) => (
                <Checkbox
                  key={what}
                  id={`phase-${number}-${place}-${what}`}
                  label={say(`phases.${what}`)}
                  isChecked={authorizer[what]}
                  isDisabled={isReadOnly}
                  onChange={(_event, isChecked) => set(authorizers.with(place, { ...authorizer, [what]: isChecked }))}
                />
              ))}
              {isReadOnly ? null : (
                <Button
                  variant="link"
                  isDanger
                  aria-label={say("phases.removeAuthorizer", { name })}
                  onClick={() => set(authorizers.toSpliced(place, 1))}
                >
                  {say("action.remove")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <HelperText>
        {wrong.map(([name, message]) => (
          <HelperTextItem key={name} variant="error">
            {message}
          </HelperTextItem>
        ))}
      </HelperText>
      {isReadOnly ? null : (
        <AuthorizerPicker
          id={`phase-${number}-add`}
          without={new Set(authorizers.flatMap(({ userKey }) => userKey ?? []))}
          choose={(authorizer) => set([...authorizers, authorizer])}
        />
      )}
    </fieldset>
  );
}
