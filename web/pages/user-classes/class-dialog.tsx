import { Checkbox } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { userClasses } from "../../api/declared/user-classes.ts";
import type { UserClass } from "../../api/model.ts";
import { userClassesPath } from "../../api/user-classes.ts";
import { CallError } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ConditionTrial } from "./condition-trial.tsx";

/** Reports whether a condition was refused because others than superusers can write what it reads. */
const isWritable = (error: unknown) => error instanceof CallError && error.code === "USER_CLASS_CONDITION_WRITABLE";

interface ClassDialogProps {
  /** The user class to edit; undefined for a new one. */
  readonly userClass: UserClass | undefined;
  close(): void;
}

/** A dialog that creates or edits a user class; its condition can be tested first. */
export function ClassDialog({ userClass, close }: ClassDialogProps) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { fields, isWhole, etag, body } = useDeclaredForm(userClasses, userClass);
  const { mutate, isPending, error } = useChanging<UserClass | undefined>([userClassesPath]);
  const isNew = userClass === undefined;
  const [isForced, setForced] = useState(false);
  const forced = isForced ? { force: true } : {};
  const send = () =>
    isNew
      ? mutate(call("POST userClasses", { body: { ...body<"POST userClasses">(), ...forced } }), {
          onSuccess: (added) => void (added && navigate(paths.userClass(added.id))),
        })
      : mutate(
          call("PATCH userClasses()", {
            key: userClass.id,
            body: { ...body<"PATCH userClasses()">(), ...forced },
            etag,
          }),
          { onSuccess: close },
        );
  return (
    <FormDialog
      title={say(isNew ? "classes.add" : "class.edit")}
      of={userClass?.id}
      action={say(isNew ? "classes.add" : "action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      send={send}
      close={close}
    >
      <DeclaredFields {...fields} error={error} />
      {isForced || isWritable(error) ? (
        <Checkbox
          id="class-force"
          label={say("class.force")}
          isChecked={isForced}
          onChange={(_event, isChecked) => setForced(isChecked)}
        />
      ) : null}
      {may("userclasses_post_trial") ? (
        <ConditionTrial condition={String(fields.entered["condition"] ?? "").trim()} />
      ) : null}
    </FormDialog>
  );
}
