import { Button, Checkbox } from "@patternfly/react-core";
import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import type { PeopleImport } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FieldFrame, tiedTo } from "../../components/field-frame.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { ImportPlan } from "./import-plan.tsx";

const nothing: PeopleImport = { written: false, people: [], faults: [] };

/** Takes in a file of people: what would become of each row is said before anything is written. */
export function ImportDialog({ close }: { close(): void }) {
  const say = useText();
  const { read, take, keepsGoing, setKeepsGoing, trial, taking } = useImport();
  if (taking.data?.written === true) return <Taken done={taking.data} close={close} />;
  const plan = trial.data;
  const { people, faults } = plan ?? nothing;
  const changed = people.filter(({ does }) => does !== "leave").length;
  const mayGoOn = changed > 0 && faults.length > 0;
  return (
    <FormDialog
      title={say("peopleImport.title")}
      explained={say("peopleImport.explained")}
      action={say("peopleImport.take", { count: changed })}
      isReady={mayGoOn ? keepsGoing : changed > 0}
      isPending={trial.isPending || taking.isPending}
      error={taking.error ?? trial.error}
      send={take}
      close={close}
    >
      <FieldFrame id="people-file" label={say("peopleImport.file")} help={say("peopleImport.fileHelp")} isRequired>
        <input
          {...tiedTo({ id: "people-file", help: say("peopleImport.fileHelp") })}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </FieldFrame>
      <div role="status">{plan === undefined ? "" : <ImportPlan plan={plan} />}</div>
      {mayGoOn ? (
        <Checkbox
          id="people-keep-going"
          label={say("peopleImport.keepGoing")}
          isChecked={keepsGoing}
          onChange={(_event, isChecked) => setKeepsGoing(isChecked)}
        />
      ) : null}
    </FormDialog>
  );
}

/** A file that is chosen, what would become of it, and taking it in. */
function useImport() {
  const [text, setText] = useState("");
  const [keepsGoing, setKeepsGoing] = useState(false);
  const trial = useChanging<PeopleImport>([]);
  const taking = useChanging<PeopleImport>([usersPath]);
  const read = async (file: File | undefined) => {
    taking.reset();
    setKeepsGoing(false);
    const chosen = (await file?.text()) ?? "";
    setText(chosen);
    if (file === undefined) trial.reset();
    else trial.mutate({ method: "POST", path: `${usersPath}/trialImport`, body: { text: chosen } });
  };
  const take = () =>
    taking.mutate({ method: "POST", path: `${usersPath}/import`, body: { text, keepGoing: keepsGoing } });
  return { read, take, keepsGoing, setKeepsGoing, trial, taking };
}

function Taken({ done, close }: { readonly done: PeopleImport; close(): void }) {
  const say = useText();
  return (
    <Dialog
      title={say("peopleImport.title")}
      footer={<Button onClick={close}>{say("action.close")}</Button>}
      close={close}
    >
      <Notice kind="success" title={say("peopleImport.taken")}>
        <ImportPlan plan={done} />
      </Notice>
    </Dialog>
  );
}
