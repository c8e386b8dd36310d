import { Form, useNavigation, useSearchParams } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';

/** For visitors who open the link in a recall email; nothing for everybody else. */
export function AcknowledgeRecall({ acknowledged }: { acknowledged: boolean | null }) {
  const token = useSearchParams()[0].get('token');
  const busy = useNavigation().state === 'submitting';
  if (!token && acknowledged === null) return null;
  return (
    <div role="status" className="mb-10 max-w-3xl rounded-md bg-bone-deep p-6">
      {acknowledged === true ? (
        <p className="font-semibold">Thank you. We know now that our notice reached you.</p>
      ) : (
        <>
          <p>
            {acknowledged === false
              ? 'This link is not valid, or could not be used right now. Please try the link in our email again.'
              : 'We wrote to you because you bought from a recalled batch. Please read below what to do, then let us know that you have.'}
          </p>
          <Form method="post" className="mt-4" preventScrollReset>
            <input type="hidden" name="token" value={token ?? ''} />
            <Button type="submit" size="lg" busy={busy}>
              I have read this
            </Button>
          </Form>
        </>
      )}
    </div>
  );
}
