/** A whole Supabase project folder, read, opened and served. */
export { openData, type ProjectData } from '../project/open-data.ts';
export { readProject } from '../project/project-config.ts';
export { type ServedProject, serveProject } from '../project/serve-project.ts';
