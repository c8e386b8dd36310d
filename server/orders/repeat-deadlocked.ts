import { DatabaseError } from '@liv-fit/backend/database';

const maxTries = 3;

/**
 * Repeats a transaction that PostgreSQL ended because of a deadlock. The owner may be changing
 * several of its products at the same time, in a different sequence.
 */
export async function repeatDeadlocked<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === '40P01';
      if (!isDeadlock || tries === maxTries) throw error;
    }
  }
}
