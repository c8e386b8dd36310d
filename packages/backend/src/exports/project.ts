/** Reads, opens and serves a whole Supabase project folder. */
export { openData, type ProjectData } from '../project/open-data.ts';
export { readProject } from '../project/project-config.ts';
export { type ServedProject, serveProject } from '../project/serve-project.ts';
