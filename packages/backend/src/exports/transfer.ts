/** Exports a whole project to a folder and imports it into another database. */
export { type CheckedExport, checkExport } from '../transfer/check-export.ts';
export { exportData } from '../transfer/export-data.ts';
export { importData } from '../transfer/import-data.ts';
export { TransferError } from '../transfer/manifest.ts';
export {
  hostedFiles,
  type MovedObject,
  type ObjectFiles,
  ownFiles,
} from '../transfer/object-files.ts';
