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

/** Look of a state label. */
export type StateLook = keyof typeof icons;

/**
 * A state label in a row of a list. It looks like PatternFly's label, which measures its text after rendering and sets two hundred custom
 * properties: that took most of the time of a long list.
 */
export function StateLabel({ look, children }: { readonly look: StateLook; readonly children: ReactNode }) {
  return (
    <span className={`gatehouse-state gatehouse-state-${look}`}>
      {icons[look]}
      {children}
    </span>
  );
}
