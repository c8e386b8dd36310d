import { Failure } from '../failure.ts';
import type { StorageCall } from '../services.ts';

/** Resumable uploads: tus clients read the status and version, people read the message. */
export async function refuseResumable(_call: StorageCall): Promise<Failure> {
  return new Failure(409, 'FeatureNotEnabled', 'Resumable uploads are not enabled here', {
    httpStatus: 409,
    headers: { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' },
  });
}

export async function refuseFeature(call: StorageCall): Promise<Failure> {
  const [, , , feature = ''] = call.url.pathname.split('/');
  return new Failure(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled here`, {
    httpStatus: 409,
  });
}
