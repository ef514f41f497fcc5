import { Button, Checkbox, FormGroup, FormSelect, FormSelectOption } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { enforcementUsersMax } from "#domain/enforcement-limits.ts";
import { enforcementKinds } from "#domain/roles/differences.ts";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { enforcementRunsPath } from "../../api/enforcement.ts";
import type { DifferencesReport, EnforcementRun, Person } from "../../api/model.ts";
import { FieldFrame, tiedTo } from "../../components/field-frame.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ReportDialog } from "./report-dialog.tsx";

type Kind = EnforcementRun["kind"];

/** A dialog that starts a run over everybody or over some people, or only reports what it would find. */
export function StartRunDialog({ close }: { close(): void }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>("autores");
  const starts = may("enforcementruns_post_create");
  const reports = may("enforcementruns_post_report");
  const [isReport, setReport] = useState(!starts);
  const [people, setPeople] = useState<readonly Person[]>([]);
  const starting = useChanging<EnforcementRun>([enforcementRunsPath]);
  const reporting = useChanging<DifferencesReport>([]);
  const { isPending, error } = isReport ? reporting : starting;
  if (reporting.data !== undefined) return <ReportDialog kind={kind} report={reporting.data} close={close} />;
  const body = { kind, userKeys: people.length === 0 ? null : people.map(({ key }) => key) };
  const help = say(`enforcement.start.${kind}`);
  return (
    <FormDialog
      title={say("enforcementRuns.add")}
      explained={say(isReport ? "enforcement.reportExplained" : "enforcement.startExplained")}
      action={say(isReport ? "enforcement.report" : "enforcementRuns.add")}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        isReport
          ? reporting.mutate(call("POST enforcementRuns/report", { body }))
          : starting.mutate(call("POST enforcementRuns", { body }), {
              onSuccess: ({ key }) => void navigate(paths.enforcementRun(key)),
            })
      }
    >
      <FieldFrame id="run-kind" label={say("enforcement.kind")} help={help}>
        <FormSelect
          {...tiedTo({ id: "run-kind", help, fault: undefined })}
          value={kind}
          onChange={(_event, value) => setKind(value as Kind)}
        >
          {enforcementKinds.map((known) => (
            <FormSelectOption key={known} value={known} label={say(`enforcement.kind.${known}`)} />
          ))}
        </FormSelect>
      </FieldFrame>
      {starts && reports ? (
        <Checkbox
          id="run-report"
          label={say("enforcement.reportOnly")}
          isChecked={isReport}
          onChange={(_event, isChecked) => setReport(isChecked)}
        />
      ) : null}
      <ChosenPeople people={people} change={setPeople} />
    </FormDialog>
  );
}

interface ChosenPeopleProps {
  readonly people: readonly Person[];
  change(people: readonly Person[]): void;
}

/** People to whom a run is limited; everybody if none is chosen. */
function ChosenPeople({ people, change }: ChosenPeopleProps) {
  const say = useText();
  const may = useMay();
  return (
    <>
      <FormGroup label={say("enforcement.limitedTo")} role="group">
        {people.length === 0 ? say("enforcement.everybody") : null}
        <ul className="gatehouse-plain-list">
          {people.map(({ key, id, displayName }) => (
            <li key={key}>
              {displayName ?? id} ({id}){" "}
              <Button
                variant="link"
                isInline
                aria-label={say("enforcement.removePerson", { name: displayName ?? id })}
                onClick={() => change(people.filter((one) => one.key !== key))}
              >
                {say("action.remove")}
              </Button>
            </li>
          ))}
        </ul>
      </FormGroup>
      {people.length >= enforcementUsersMax || !may("people_get_list") ? null : (
        <PersonPicker
          id="run-person"
          label={say("enforcement.addPerson")}
          without={new Set(people.map(({ key }) => key))}
          choose={(person) => change([...people, person])}
        />
      )}
    </>
  );
}
