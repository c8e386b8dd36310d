import { useShop } from '#app/lib/use-shop.ts';

/** The card around each step of the admin login. */
export function LoginCard({ children }: { children: React.ReactNode }) {
  const { look } = useShop();
  return (
    <main
      id="content"
      className="flex min-h-dvh items-center justify-center bg-bone-deep px-4 py-12"
    >
      <div className="w-full max-w-md rounded-md bg-paper p-7 shadow-lift sm:p-10">
        <img src={look.icon} alt="" width={48} height={48} className="mb-6 size-12" />
        {children}
      </div>
    </main>
  );
}
