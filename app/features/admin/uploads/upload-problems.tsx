import { clsx } from 'clsx';

interface UploadProblemsProps {
  id?: string;
  /** From `useUploads`. */
  problems: readonly string[];
  className?: string;
}

/** Why the last files were rejected, shown beside the upload field. */
export function UploadProblems({ id, problems, className }: UploadProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <div
      id={id}
      role="alert"
      className={clsx('text-sm font-medium text-danger wrap-anywhere', className)}
    >
      <ul className="space-y-1">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
