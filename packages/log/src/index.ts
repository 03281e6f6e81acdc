export { openLogs, type Followed, type Logs, type LogsOptions } from './logs.ts';
export type { Appended, LogEntry, LogHead, NewEntry, Place } from './entry.ts';
export { LOG_ERRORS, LogError, type LogErrorCode } from './log-error.ts';
export type { LiveEntries } from './log-reader.ts';
export type { Page, PageBounds } from './page.ts';
