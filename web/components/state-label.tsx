import {
  RhUiCheckCircleFillIcon,
  RhUiErrorFillIcon,
  RhUiInformationFillIcon,
  RhUiNotificationFillIcon,
  RhUiWarningFillIcon,
} from "@patternfly/react-icons";
import type { ReactNode } from "react";

const icons = {
  success: <RhUiCheckCircleFillIcon />,
  warning: <RhUiWarningFillIcon />,
  danger: <RhUiErrorFillIcon />,
  info: <RhUiInformationFillIcon />,
  custom: <RhUiNotificationFillIcon />,
} as const;

/** How a state is looked upon. */
export type StateLook = keyof typeof icons;

/**
 * A state in a row of a list, which looks as PatternFly's label does. That one measures its text after it was drawn and sets two hundred
 * custom properties: in a long list most of the time went there.
 */
export function StateLabel({ look, children }: { readonly look: StateLook; readonly children: ReactNode }) {
  return (
    <span className={`gatehouse-state gatehouse-state-${look}`}>
      {icons[look]}
      {children}
    </span>
  );
}
