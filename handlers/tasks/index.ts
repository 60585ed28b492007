import { readTaskCalendar } from './calendar.ts';
import { createTask } from './create.ts';
import { deleteTask } from './delete.ts';
import { listTasks } from './list.ts';
import { listDeviceTasks } from './on-device.ts';
import { previewSchedule } from './preview.ts';
import { readTask } from './read.ts';
import { runTask } from './run.ts';
import { listTaskRuns } from './runs.ts';
import { countTaskTargets } from './targets.ts';
import { updateTask } from './update.ts';

export const tasks = [
  listTasks,
  createTask,
  readTaskCalendar,
  previewSchedule,
  readTask,
  updateTask,
  deleteTask,
  runTask,
  countTaskTargets,
  listTaskRuns,
  listDeviceTasks,
] as const;
