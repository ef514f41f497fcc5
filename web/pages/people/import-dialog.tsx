import { Button, Checkbox } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { bodyMaxBytes } from "#domain/limits.ts";

import { askOnce, call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { PeopleImport } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FieldFrame, tiedTo } from "../../components/field-frame.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { uploadedText } from "../../forms/uploaded-text.ts";
import { useText } from "../../messages/text.ts";
import { ImportCounts, ImportPlan } from "./import-plan.tsx";

const nothing: PeopleImport = { written: false, people: [], faults: [] };

/** A dialog that imports a file of users, after a dry run that shows the result for each row. */
export function ImportDialog({ close }: { close(): void }) {
  const say = useText();
  const { choose, take, keepsGoing, setKeepsGoing, trial, taking, plan = nothing } = useImport();
  if (plan.written) return <Taken done={plan} close={close} />;
  const changed = plan.people.filter(({ does }) => does !== "leave").length;
  const mayGoOn = changed > 0 && plan.faults.length > 0;
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
      <FileField unfit={trial.data?.unfit} line={trial.data?.line} choose={choose} />
      <p role="status">{plan === nothing ? "" : <ImportCounts plan={plan} />}</p>
      <ImportPlan plan={plan} />
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

interface FileFieldProps {
  readonly unfit: Tried["unfit"];
  readonly line: Tried["line"];
  choose(file: File | undefined): void;
}

function FileField({ unfit, line = 1, choose }: FileFieldProps) {
  const say = useText();
  const told = {
    id: "people-file",
    help: say("peopleImport.fileHelp"),
    ...(unfit !== undefined && {
      fault: say(`peopleImport.${unfit}`, {
        mebibytes: bodyMaxBytes / 1024 ** 2,
        line,
      }),
    }),
  };
  const { validated, ...tied } = tiedTo(told);
  return (
    <FieldFrame {...told} label={say("peopleImport.file")} isRequired>
      <input
        {...tied}
        type="file"
        accept=".csv,text/csv"
        required
        aria-invalid={validated === "error"}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
    </FieldFrame>
  );
}

/** Holds the selected file, its dry run and its import. */
function useImport() {
  const [keepsGoing, setKeepsGoing] = useState(false);
  const trial = useMutation({ mutationFn: tried, gcTime: 0 });
  const taking = useChanging<PeopleImport>([usersPath]);
  const choose = (file: File | undefined) => {
    taking.reset();
    setKeepsGoing(false);
    if (file === undefined) trial.reset();
    else trial.mutate(file);
  };
  const take = () =>
    taking.mutate(call("POST users/import", { body: { text: trial.data?.text ?? "", keepGoing: keepsGoing } }));
  // An import that is refused passed the dry run a moment ago; its own answer is then shown.
  return { choose, take, keepsGoing, setKeepsGoing, trial, taking, plan: taking.data ?? trial.data?.plan };
}

/** Text of a file with its dry run, or the reason why the file is not sent. */
interface Tried {
  readonly text?: string;
  readonly plan?: PeopleImport;
  readonly unfit?: "notUtf8" | "tooLarge";
  /** Number of the first line that cannot be read. */
  readonly line?: number;
}

async function tried(file: File): Promise<Tried> {
  const uploaded = await uploadedText(file, (text) => ({ text, keepGoing: false }));
  if (uploaded.unfit !== undefined) return uploaded;
  const { text } = uploaded;
  return { text, plan: await askOnce(call("POST users/trialImport", { body: { text } })) };
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
        <p role="status">
          <ImportCounts plan={done} />
        </p>
        <ImportPlan plan={done} />
      </Notice>
    </Dialog>
  );
}
