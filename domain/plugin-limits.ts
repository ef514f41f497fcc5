const mebi = 1024 * 1024;

/** Milliseconds for a plug-in that a caller waits for. */
export const pluginCallMs = 2_000;
/** Milliseconds for a plug-in that only the hub waits for. */
export const pluginHubCallMs = 10_000;
/** Milliseconds in which a process for a plug-in starts; they count for no call. */
export const pluginStartMs = 30_000;
/** Memory of one plug-in's objects. */
export const pluginMemoryMib = 64;
/** Mebibytes by which the process of one plug-in may grow beyond its start, its buffers included. */
export const pluginGrowthMib = 160;
/** Milliseconds between two checks of that growth. */
export const pluginLookMs = 20;
/** Steps of the system's priority by which a plug-in is below the service. */
export const pluginPriorityBelow = 10;
/** Processes of one plug-in that work at a time. */
export const pluginProcessesMax = 2;
/** Time between the end of a process by a failed call and the next one of the same plug-in; it doubles as more calls in a row fail. */
export const pluginRestartPauseMs = 500;
/** The longest such pause. */
export const pluginRestartPauseMsMax = 5_000;
/** Calls that wait for a process of one plug-in. */
export const pluginWaitingMax = 100;
/** Processes of all plug-ins that wait for work. */
export const pluginIdleProcessesMax = 4;
/** Time after which a process without work ends. */
export const pluginIdleMs = 300_000;
/** Lines that one call writes to the log. */
export const pluginLogLinesMax = 100;
/** Largest number of calls of services by one call. */
export const pluginServiceCallsMax = 100;
/** Characters of what a plug-in returns. */
export const pluginPatchMaxCharacters = mebi;
/** Characters of one line of a plug-in, and of its failure message. */
export const pluginWordsMaxCharacters = 2_000;
/** Time between two lines of the log about failures of one plug-in. */
export const pluginFailurePauseMs = 60_000;
/** Milliseconds for which a failure is shown if the plug-in is not called again. */
export const pluginFailureShownMs = 3_600_000;
/** People whom a plug-in names at a time, and whom a service returns. */
export const pluginPeopleMax = 1_000;
/** Questions and fields of one call. */
export const pluginQuestionsMax = 50;
/** Characters of a name or key in the input and the result of a plug-in. */
export const pluginNameMaxCharacters = 400;
/** Plug-ins that are asked one after the other to bring a message to a person. */
export const notifierPluginsMax = 5;
/** Seconds to wait before each further attempt of a delivery to a plug-in; the last one holds for all that follow. */
export const pluginDeliveryIntervalsSeconds = [5, 30, 120, 600, 1800] as const;
/** Hours after which a delivery to a plug-in that did not succeed is given up. */
export const pluginDeliveryGiveUpHours = 120;
/** Milliseconds after which an attempt whose process has not reported is made again: more than all plug-ins of a delivery may take. */
export const pluginDeliveryAttemptMs = 120_000;
/** Characters of the reason of a failed delivery, as it is kept. */
export const pluginReasonMaxCharacters = 400;
