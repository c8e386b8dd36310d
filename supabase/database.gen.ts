// Generated from the migrated database by `npm run types`. Do not edit.

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      audit_log: {
        Row: {
          action: string
          actor_email: string | null
          actor_id: string | null
          after: Json | null
          before: Json | null
          created_at: string
          id: number
          row_id: string
          table_name: string
        }
        Insert: {
          action: string
          actor_email?: string | null
          actor_id?: string | null
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          row_id: string
          table_name: string
        }
        Update: {
          action?: string
          actor_email?: string | null
          actor_id?: string | null
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          row_id?: string
          table_name?: string
        }
        Relationships: []
      }
      batch_documents: {
        Row: {
          accreditation_number: string | null
          batch_id: string
          created_at: string
          id: string
          laboratory: string | null
          path: string
          sha256: string
          tested_on: string | null
          title: string
        }
        Insert: {
          accreditation_number?: string | null
          batch_id: string
          created_at?: string
          id?: string
          laboratory?: string | null
          path: string
          sha256: string
          tested_on?: string | null
          title?: string
        }
        Update: {
          accreditation_number?: string | null
          batch_id?: string
          created_at?: string
          id?: string
          laboratory?: string | null
          path?: string
          sha256?: string
          tested_on?: string | null
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "batch_documents_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
        ]
      }
      batch_passports: {
        Row: {
          batch_id: string
          body: string
          created_at: string
          kind: string
          revision: number
          sha256: string
          signature: string
        }
        Insert: {
          batch_id: string
          body: string
          created_at?: string
          kind: string
          revision: number
          sha256: string
          signature: string
        }
        Update: {
          batch_id?: string
          body?: string
          created_at?: string
          kind?: string
          revision?: number
          sha256?: string
          signature?: string
        }
        Relationships: [
          {
            foreignKeyName: "batch_passports_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
        ]
      }
      batch_results: {
        Row: {
          analyte: string
          batch_id: string
          created_at: string
          id: string
          limit_source: string | null
          limit_value: number | null
          method: string | null
          panel: string
          passes: boolean | null
          qualifier: string
          unit: string
          value: number | null
        }
        Insert: {
          analyte: string
          batch_id: string
          created_at?: string
          id?: string
          limit_source?: string | null
          limit_value?: number | null
          method?: string | null
          panel?: string
          passes?: never
          qualifier?: string
          unit?: string
          value?: number | null
        }
        Update: {
          analyte?: string
          batch_id?: string
          created_at?: string
          id?: string
          limit_source?: string | null
          limit_value?: number | null
          method?: string | null
          panel?: string
          passes?: never
          qualifier?: string
          unit?: string
          value?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "batch_results_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
        ]
      }
      batches: {
        Row: {
          best_before: string | null
          code: string
          created_at: string
          id: string
          made_on: string | null
          note: string | null
          origin: string | null
          product_id: string | null
          released_at: string | null
          status: string
          units_made: number | null
          updated_at: string
        }
        Insert: {
          best_before?: string | null
          code: string
          created_at?: string
          id?: string
          made_on?: string | null
          note?: string | null
          origin?: string | null
          product_id?: string | null
          released_at?: string | null
          status?: string
          units_made?: number | null
          updated_at?: string
        }
        Update: {
          best_before?: string | null
          code?: string
          created_at?: string
          id?: string
          made_on?: string | null
          note?: string | null
          origin?: string | null
          product_id?: string | null
          released_at?: string | null
          status?: string
          units_made?: number | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "batches_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      blog_posts: {
        Row: {
          author_name: string
          content: string
          created_at: string
          excerpt: string | null
          featured_image_alt: string | null
          featured_image_focus: string | null
          featured_image_url: string | null
          id: string
          published: boolean
          published_at: string | null
          seo_description: string | null
          seo_keywords: string | null
          seo_title: string | null
          slug: string
          title: string
          updated_at: string
        }
        Insert: {
          author_name?: string
          content: string
          created_at?: string
          excerpt?: string | null
          featured_image_alt?: string | null
          featured_image_focus?: string | null
          featured_image_url?: string | null
          id?: string
          published?: boolean
          published_at?: string | null
          seo_description?: string | null
          seo_keywords?: string | null
          seo_title?: string | null
          slug: string
          title: string
          updated_at?: string
        }
        Update: {
          author_name?: string
          content?: string
          created_at?: string
          excerpt?: string | null
          featured_image_alt?: string | null
          featured_image_focus?: string | null
          featured_image_url?: string | null
          id?: string
          published?: boolean
          published_at?: string | null
          seo_description?: string | null
          seo_keywords?: string | null
          seo_title?: string | null
          slug?: string
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      cart_items: {
        Row: {
          created_at: string
          id: string
          position: number
          price: number
          product_id: string
          product_name: string
          quantity: number
          seen_name: string
          seen_price: number
          user_id: string
          weight: string
        }
        Insert: {
          created_at?: string
          id?: string
          position?: number
          price: number
          product_id: string
          product_name: string
          quantity: number
          seen_name?: string
          seen_price?: number
          user_id?: string
          weight?: string
        }
        Update: {
          created_at?: string
          id?: string
          position?: number
          price?: number
          product_id?: string
          product_name?: string
          quantity?: number
          seen_name?: string
          seen_price?: number
          user_id?: string
          weight?: string
        }
        Relationships: []
      }
      code_alerts: {
        Row: {
          batch_id: string | null
          closed_at: string | null
          closed_by: string | null
          created_at: string
          detail: NonNullable<Json>
          id: string
          kind: string
          last_seen_at: string
          note: string | null
          report_id: string | null
          state: string
          subject: string
          times: number
          unit_id: number | null
          updated_at: string
        }
        Insert: {
          batch_id?: string | null
          closed_at?: string | null
          closed_by?: string | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: string
          kind: string
          last_seen_at?: string
          note?: string | null
          report_id?: string | null
          state?: string
          subject: string
          times?: number
          unit_id?: number | null
          updated_at?: string
        }
        Update: {
          batch_id?: string | null
          closed_at?: string | null
          closed_by?: string | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: string
          kind?: string
          last_seen_at?: string
          note?: string | null
          report_id?: string | null
          state?: string
          subject?: string
          times?: number
          unit_id?: number | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "code_alerts_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "code_alerts_report_id_fkey"
            columns: ["report_id"]
            isOneToOne: false
            referencedRelation: "code_reports"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "code_alerts_unit_id_fkey"
            columns: ["unit_id"]
            isOneToOne: false
            referencedRelation: "unit_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      code_checks: {
        Row: {
          batch_id: string | null
          browser_hash: string
          checked_at: string
          code_hash: string | null
          country: string | null
          id: number
          known_network: boolean
          neighborhood: string | null
          network_hash: string
          outcome: string
          unit_id: number | null
        }
        Insert: {
          batch_id?: string | null
          browser_hash: string
          checked_at?: string
          code_hash?: string | null
          country?: string | null
          id?: never
          known_network?: boolean
          neighborhood?: string | null
          network_hash: string
          outcome: string
          unit_id?: number | null
        }
        Update: {
          batch_id?: string | null
          browser_hash?: string
          checked_at?: string
          code_hash?: string | null
          country?: string | null
          id?: never
          known_network?: boolean
          neighborhood?: string | null
          network_hash?: string
          outcome?: string
          unit_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "code_checks_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "code_checks_unit_id_fkey"
            columns: ["unit_id"]
            isOneToOne: false
            referencedRelation: "unit_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      code_reports: {
        Row: {
          batch_id: string | null
          bought_at: string | null
          created_at: string
          email: string | null
          id: string
          message: string
          outcome: string | null
          pictures: string[]
          unit_id: number | null
        }
        Insert: {
          batch_id?: string | null
          bought_at?: string | null
          created_at?: string
          email?: string | null
          id?: string
          message: string
          outcome?: string | null
          pictures?: string[]
          unit_id?: number | null
        }
        Update: {
          batch_id?: string | null
          bought_at?: string | null
          created_at?: string
          email?: string | null
          id?: string
          message?: string
          outcome?: string | null
          pictures?: string[]
          unit_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "code_reports_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "code_reports_unit_id_fkey"
            columns: ["unit_id"]
            isOneToOne: false
            referencedRelation: "unit_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      contacts: {
        Row: {
          answered_at: string | null
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string
        }
        Insert: {
          answered_at?: string | null
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          phone: string
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string
        }
        Relationships: []
      }
      customers: {
        Row: {
          created_at: string
          email: string
          id: string
          last_order_at: string
          name: string
          orders: number
          spent_cents: number
        }
        Insert: {
          created_at?: string
          email: string
          id?: string
          last_order_at?: string
          name?: string
          orders?: number
          spent_cents?: number
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          last_order_at?: string
          name?: string
          orders?: number
          spent_cents?: number
        }
        Relationships: []
      }
      delivery_rates: {
        Row: {
          created_at: string
          days_from: number | null
          days_to: number | null
          free_from: number | null
          id: string
          max_subtotal: number | null
          min_subtotal: number | null
          name: string
          position: number
          price: number
          updated_at: string
          zone_id: string
        }
        Insert: {
          created_at?: string
          days_from?: number | null
          days_to?: number | null
          free_from?: number | null
          id?: string
          max_subtotal?: number | null
          min_subtotal?: number | null
          name: string
          position?: number
          price: number
          updated_at?: string
          zone_id: string
        }
        Update: {
          created_at?: string
          days_from?: number | null
          days_to?: number | null
          free_from?: number | null
          id?: string
          max_subtotal?: number | null
          min_subtotal?: number | null
          name?: string
          position?: number
          price?: number
          updated_at?: string
          zone_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "delivery_rates_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "delivery_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      delivery_zones: {
        Row: {
          countries: string[]
          created_at: string
          id: string
          name: string
          position: number
          regions: string[]
          updated_at: string
        }
        Insert: {
          countries: string[]
          created_at?: string
          id?: string
          name: string
          position?: number
          regions?: string[]
          updated_at?: string
        }
        Update: {
          countries?: string[]
          created_at?: string
          id?: string
          name?: string
          position?: number
          regions?: string[]
          updated_at?: string
        }
        Relationships: []
      }
      discounts: {
        Row: {
          active: boolean
          code: string
          created_at: string
          ends_at: string | null
          id: string
          kind: string
          max_uses: number | null
          max_uses_per_customer: number | null
          min_subtotal: number | null
          product_ids: string[] | null
          starts_at: string | null
          updated_at: string
          value: number
        }
        Insert: {
          active?: boolean
          code: string
          created_at?: string
          ends_at?: string | null
          id?: string
          kind: string
          max_uses?: number | null
          max_uses_per_customer?: number | null
          min_subtotal?: number | null
          product_ids?: string[] | null
          starts_at?: string | null
          updated_at?: string
          value?: number
        }
        Update: {
          active?: boolean
          code?: string
          created_at?: string
          ends_at?: string | null
          id?: string
          kind?: string
          max_uses?: number | null
          max_uses_per_customer?: number | null
          min_subtotal?: number | null
          product_ids?: string[] | null
          starts_at?: string | null
          updated_at?: string
          value?: number
        }
        Relationships: []
      }
      disputes: {
        Row: {
          amount_cents: number
          created_at: string
          currency: string
          former_loss_at: string | null
          former_loss_cents: number | null
          id: string
          order_id: string
          payment_id: string
          provider: string
          reason: string | null
          reference: string
          reversed_at: string | null
          state: string
          updated_at: string
        }
        Insert: {
          amount_cents: number
          created_at?: string
          currency: string
          former_loss_at?: string | null
          former_loss_cents?: number | null
          id?: string
          order_id: string
          payment_id: string
          provider: string
          reason?: string | null
          reference: string
          reversed_at?: string | null
          state: string
          updated_at?: string
        }
        Update: {
          amount_cents?: number
          created_at?: string
          currency?: string
          former_loss_at?: string | null
          former_loss_cents?: number | null
          id?: string
          order_id?: string
          payment_id?: string
          provider?: string
          reason?: string | null
          reference?: string
          reversed_at?: string | null
          state?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "disputes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disputes_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      incidents: {
        Row: {
          closed_at: string | null
          detail: string
          id: string
          kind: string
          opened_at: string
          provider: string | null
        }
        Insert: {
          closed_at?: string | null
          detail: string
          id?: string
          kind: string
          opened_at: string
          provider?: string | null
        }
        Update: {
          closed_at?: string | null
          detail?: string
          id?: string
          kind?: string
          opened_at?: string
          provider?: string | null
        }
        Relationships: []
      }
      manual_orders: {
        Row: {
          created_at: string
          fingerprint: string
          kind: string
          order_id: string
          reason: string
          replaces: string | null
          request_key: string
        }
        Insert: {
          created_at?: string
          fingerprint: string
          kind: string
          order_id: string
          reason?: string
          replaces?: string | null
          request_key: string
        }
        Update: {
          created_at?: string
          fingerprint?: string
          kind?: string
          order_id?: string
          reason?: string
          replaces?: string | null
          request_key?: string
        }
        Relationships: [
          {
            foreignKeyName: "manual_orders_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "manual_orders_replaces_fkey"
            columns: ["replaces"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      notes: {
        Row: {
          author_email: string | null
          body: string
          created_at: string
          email: string | null
          id: string
          order_id: string | null
        }
        Insert: {
          author_email?: string | null
          body: string
          created_at?: string
          email?: string | null
          id?: string
          order_id?: string | null
        }
        Update: {
          author_email?: string | null
          body?: string
          created_at?: string
          email?: string | null
          id?: string
          order_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "notes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_line_batches: {
        Row: {
          batch_id: string
          created_at: string
          line: number
          order_id: string
          quantity: number
        }
        Insert: {
          batch_id: string
          created_at?: string
          line: number
          order_id: string
          quantity?: number
        }
        Update: {
          batch_id?: string
          created_at?: string
          line?: number
          order_id?: string
          quantity?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_line_batches_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_line_batches_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          address: string
          created_at: string
          currency: string
          delivery_amount: number
          delivery_rate_name: string | null
          discount_amount: number
          discount_code: string | null
          email: string
          id: string
          name: string
          order_items: NonNullable<Json>
          paid_at: string | null
          payment_status: string
          paypal_order_id: string | null
          phone: string
          ship_country: string | null
          ship_postal_code: string | null
          ship_region: string | null
          status: string
          stripe_session_id: string | null
          subtotal_amount: number
          tax_amount: number
          tax_included_amount: number
          total_amount: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          address: string
          created_at?: string
          currency?: string
          delivery_amount?: number
          delivery_rate_name?: string | null
          discount_amount?: number
          discount_code?: string | null
          email: string
          id?: string
          name: string
          order_items?: NonNullable<Json>
          paid_at?: string | null
          payment_status?: string
          paypal_order_id?: string | null
          phone?: string
          ship_country?: string | null
          ship_postal_code?: string | null
          ship_region?: string | null
          status?: string
          stripe_session_id?: string | null
          subtotal_amount?: number
          tax_amount?: number
          tax_included_amount?: number
          total_amount: number
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          address?: string
          created_at?: string
          currency?: string
          delivery_amount?: number
          delivery_rate_name?: string | null
          discount_amount?: number
          discount_code?: string | null
          email?: string
          id?: string
          name?: string
          order_items?: NonNullable<Json>
          paid_at?: string | null
          payment_status?: string
          paypal_order_id?: string | null
          phone?: string
          ship_country?: string | null
          ship_postal_code?: string | null
          ship_region?: string | null
          status?: string
          stripe_session_id?: string | null
          subtotal_amount?: number
          tax_amount?: number
          tax_included_amount?: number
          total_amount?: number
          updated_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      partners: {
        Row: {
          active: boolean
          created_at: string
          description: string | null
          id: string
          logo_url: string | null
          name: string
          updated_at: string
          website_url: string | null
        }
        Insert: {
          active?: boolean
          created_at?: string
          description?: string | null
          id?: string
          logo_url?: string | null
          name: string
          updated_at?: string
          website_url?: string | null
        }
        Update: {
          active?: boolean
          created_at?: string
          description?: string | null
          id?: string
          logo_url?: string | null
          name?: string
          updated_at?: string
          website_url?: string | null
        }
        Relationships: []
      }
      payment_links: {
        Row: {
          adds_to: string | null
          cancelled_at: string | null
          created_at: string
          customer: Json | null
          expires_at: string
          fingerprint: string
          id: string
          offer: NonNullable<Json>
          order_id: string | null
          order_items: NonNullable<Json>
          request_key: string
          total_amount: number
        }
        Insert: {
          adds_to?: string | null
          cancelled_at?: string | null
          created_at?: string
          customer?: Json | null
          expires_at: string
          fingerprint: string
          id?: string
          offer: NonNullable<Json>
          order_id?: string | null
          order_items: NonNullable<Json>
          request_key: string
          total_amount: number
        }
        Update: {
          adds_to?: string | null
          cancelled_at?: string | null
          created_at?: string
          customer?: Json | null
          expires_at?: string
          fingerprint?: string
          id?: string
          offer?: NonNullable<Json>
          order_id?: string | null
          order_items?: NonNullable<Json>
          request_key?: string
          total_amount?: number
        }
        Relationships: [
          {
            foreignKeyName: "payment_links_adds_to_fkey"
            columns: ["adds_to"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          amount_cents: number
          created_at: string
          currency: string
          id: string
          order_id: string
          provider: string
          reference: string
          standing: string
        }
        Insert: {
          amount_cents: number
          created_at?: string
          currency: string
          id?: string
          order_id: string
          provider: string
          reference: string
          standing?: string
        }
        Update: {
          amount_cents?: number
          created_at?: string
          currency?: string
          id?: string
          order_id?: string
          provider?: string
          reference?: string
          standing?: string
        }
        Relationships: [
          {
            foreignKeyName: "payments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      picture_sums: {
        Row: {
          labels: string
          picture: string
          places: NonNullable<Json>
        }
        Insert: {
          labels?: string
          picture: string
          places: NonNullable<Json>
        }
        Update: {
          labels?: string
          picture?: string
          places?: NonNullable<Json>
        }
        Relationships: []
      }
      pictures: {
        Row: {
          alt: string
          focus_x: number
          focus_y: number
          id: string
          kept: boolean
          name: string
          title: string
          updated_at: string
        }
        Insert: {
          alt?: string
          focus_x?: number
          focus_y?: number
          id?: string
          kept?: boolean
          name: string
          title?: string
          updated_at?: string
        }
        Update: {
          alt?: string
          focus_x?: number
          focus_y?: number
          id?: string
          kept?: boolean
          name?: string
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      product_requirements: {
        Row: {
          analytes: string[] | null
          created_at: string
          daily_dose_grams: number | null
          gtin: string | null
          product_id: string
          stricter_limits: NonNullable<Json>
          updated_at: string
        }
        Insert: {
          analytes?: string[] | null
          created_at?: string
          daily_dose_grams?: number | null
          gtin?: string | null
          product_id: string
          stricter_limits?: NonNullable<Json>
          updated_at?: string
        }
        Update: {
          analytes?: string[] | null
          created_at?: string
          daily_dose_grams?: number | null
          gtin?: string | null
          product_id?: string
          stricter_limits?: NonNullable<Json>
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_requirements_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: true
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          buyable: boolean
          compare_at_price: number | null
          created_at: string
          description: string
          directions: string | null
          id: string
          image_alts: NonNullable<Json>
          image_focus: string | null
          image_url: string
          image_urls: string[]
          ingredients: string | null
          initial_view_count: number
          name: string
          price: number
          proposition_65_warning: string | null
          published: boolean
          seo_description: string | null
          seo_keywords: string | null
          seo_title: string | null
          slug: string | null
          sold_out: boolean
          stock: number | null
          supplement_facts: Json | null
          tags: string[]
          tax_class: string
          updated_at: string
          view_count: number
          warnings: string | null
          weight_type: string
          related_products: {
            buyable: boolean
            compare_at_price: number | null
            created_at: string
            description: string
            directions: string | null
            id: string
            image_alts: NonNullable<Json>
            image_focus: string | null
            image_url: string
            image_urls: string[]
            ingredients: string | null
            initial_view_count: number
            name: string
            price: number
            proposition_65_warning: string | null
            published: boolean
            seo_description: string | null
            seo_keywords: string | null
            seo_title: string | null
            slug: string | null
            sold_out: boolean
            stock: number | null
            supplement_facts: Json | null
            tags: string[]
            tax_class: string
            updated_at: string
            view_count: number
            warnings: string | null
            weight_type: string
          } | null
        }
        Insert: {
          buyable?: boolean
          compare_at_price?: number | null
          created_at?: string
          description?: string
          directions?: string | null
          id?: string
          image_alts?: NonNullable<Json>
          image_focus?: string | null
          image_url?: string
          image_urls?: string[]
          ingredients?: string | null
          initial_view_count?: number
          name: string
          price: number
          proposition_65_warning?: string | null
          published?: boolean
          seo_description?: string | null
          seo_keywords?: string | null
          seo_title?: string | null
          slug?: string | null
          sold_out?: boolean
          stock?: number | null
          supplement_facts?: Json | null
          tags?: string[]
          tax_class?: string
          updated_at?: string
          view_count?: number
          warnings?: string | null
          weight_type?: string
        }
        Update: {
          buyable?: boolean
          compare_at_price?: number | null
          created_at?: string
          description?: string
          directions?: string | null
          id?: string
          image_alts?: NonNullable<Json>
          image_focus?: string | null
          image_url?: string
          image_urls?: string[]
          ingredients?: string | null
          initial_view_count?: number
          name?: string
          price?: number
          proposition_65_warning?: string | null
          published?: boolean
          seo_description?: string | null
          seo_keywords?: string | null
          seo_title?: string | null
          slug?: string | null
          sold_out?: boolean
          stock?: number | null
          supplement_facts?: Json | null
          tags?: string[]
          tax_class?: string
          updated_at?: string
          view_count?: number
          warnings?: string | null
          weight_type?: string
        }
        Relationships: []
      }
      recall_batches: {
        Row: {
          batch_id: string
          recall_id: string
        }
        Insert: {
          batch_id: string
          recall_id: string
        }
        Update: {
          batch_id?: string
          recall_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "recall_batches_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "recall_batches_recall_id_fkey"
            columns: ["recall_id"]
            isOneToOne: false
            referencedRelation: "recalls"
            referencedColumns: ["id"]
          },
        ]
      }
      recall_recipients: {
        Row: {
          acknowledged_at: string | null
          created_at: string
          email: string | null
          failed_at: string | null
          id: string
          name: string | null
          order_ids: string[]
          queued_at: string | null
          recall_id: string
          sent_at: string | null
          token_hash: string | null
        }
        Insert: {
          acknowledged_at?: string | null
          created_at?: string
          email?: string | null
          failed_at?: string | null
          id?: string
          name?: string | null
          order_ids: string[]
          queued_at?: string | null
          recall_id: string
          sent_at?: string | null
          token_hash?: string | null
        }
        Update: {
          acknowledged_at?: string | null
          created_at?: string
          email?: string | null
          failed_at?: string | null
          id?: string
          name?: string | null
          order_ids?: string[]
          queued_at?: string | null
          recall_id?: string
          sent_at?: string | null
          token_hash?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "recall_recipients_recall_id_fkey"
            columns: ["recall_id"]
            isOneToOne: false
            referencedRelation: "recalls"
            referencedColumns: ["id"]
          },
        ]
      }
      recalls: {
        Row: {
          announced_at: string | null
          created_at: string
          created_by: string | null
          id: string
          instructions: string
          reason: string
          status: string
          updated_at: string
        }
        Insert: {
          announced_at?: string | null
          created_at?: string
          created_by?: string | null
          id?: string
          instructions: string
          reason: string
          status?: string
          updated_at?: string
        }
        Update: {
          announced_at?: string | null
          created_at?: string
          created_by?: string | null
          id?: string
          instructions?: string
          reason?: string
          status?: string
          updated_at?: string
        }
        Relationships: []
      }
      reconcile_runs: {
        Row: {
          counts: NonNullable<Json>
          error: string | null
          findings: NonNullable<Json>
          finished_at: string
          id: number
          kind: string
          started_at: string
        }
        Insert: {
          counts?: NonNullable<Json>
          error?: string | null
          findings?: NonNullable<Json>
          finished_at: string
          id?: never
          kind: string
          started_at: string
        }
        Update: {
          counts?: NonNullable<Json>
          error?: string | null
          findings?: NonNullable<Json>
          finished_at?: string
          id?: never
          kind?: string
          started_at?: string
        }
        Relationships: []
      }
      refunds: {
        Row: {
          amount_cents: number
          counted_at: string | null
          created_at: string
          currency: string
          id: string
          lines: Json | null
          order_id: string
          origin: string
          payment_id: string
          provider: string
          reference: string | null
          request_key: string | null
          requested_by: string | null
          reversed_at: string | null
          state: string
          updated_at: string
        }
        Insert: {
          amount_cents: number
          counted_at?: string | null
          created_at?: string
          currency: string
          id?: string
          lines?: Json | null
          order_id: string
          origin: string
          payment_id: string
          provider: string
          reference?: string | null
          request_key?: string | null
          requested_by?: string | null
          reversed_at?: string | null
          state: string
          updated_at?: string
        }
        Update: {
          amount_cents?: number
          counted_at?: string | null
          created_at?: string
          currency?: string
          id?: string
          lines?: Json | null
          order_id?: string
          origin?: string
          payment_id?: string
          provider?: string
          reference?: string | null
          request_key?: string | null
          requested_by?: string | null
          reversed_at?: string | null
          state?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_filters: {
        Row: {
          created_at: string
          id: string
          name: string
          query: string
          screen: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          query: string
          screen: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          query?: string
          screen?: string
        }
        Relationships: []
      }
      shipments: {
        Row: {
          carrier: string
          created_at: string
          id: string
          order_id: string
          tracking_number: string
        }
        Insert: {
          carrier: string
          created_at?: string
          id?: string
          order_id: string
          tracking_number: string
        }
        Update: {
          carrier?: string
          created_at?: string
          id?: string
          order_id?: string
          tracking_number?: string
        }
        Relationships: [
          {
            foreignKeyName: "shipments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      site_settings: {
        Row: {
          key: string
          updated_at: string
          value: NonNullable<Json>
        }
        Insert: {
          key: string
          updated_at?: string
          value: NonNullable<Json>
        }
        Update: {
          key?: string
          updated_at?: string
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      stock_movements: {
        Row: {
          by: string | null
          change: number
          created_at: string
          id: number
          order_id: string | null
          product_id: string
          reason: string
          request: string | null
        }
        Insert: {
          by?: string | null
          change: number
          created_at?: string
          id?: never
          order_id?: string | null
          product_id: string
          reason: string
          request?: string | null
        }
        Update: {
          by?: string | null
          change?: number
          created_at?: string
          id?: never
          order_id?: string | null
          product_id?: string
          reason?: string
          request?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      tax_rates: {
        Row: {
          class: string
          country: string
          created_at: string
          id: string
          included: boolean
          on_delivery: boolean
          percent: number
          region: string
          updated_at: string
        }
        Insert: {
          class?: string
          country: string
          created_at?: string
          id?: string
          included?: boolean
          on_delivery?: boolean
          percent: number
          region?: string
          updated_at?: string
        }
        Update: {
          class?: string
          country?: string
          created_at?: string
          id?: string
          included?: boolean
          on_delivery?: boolean
          percent?: number
          region?: string
          updated_at?: string
        }
        Relationships: []
      }
      testimonials: {
        Row: {
          active: boolean
          content: string
          created_at: string
          id: string
          image_url: string | null
          media_type: string
          media_url: string | null
          name: string
          rating: number
          title: string | null
          updated_at: string
        }
        Insert: {
          active?: boolean
          content: string
          created_at?: string
          id?: string
          image_url?: string | null
          media_type?: string
          media_url?: string | null
          name: string
          rating?: number
          title?: string | null
          updated_at?: string
        }
        Update: {
          active?: boolean
          content?: string
          created_at?: string
          id?: string
          image_url?: string | null
          media_type?: string
          media_url?: string | null
          name?: string
          rating?: number
          title?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      text_versions: {
        Row: {
          id: string
          number: number
          place: string
          published_at: string
          published_by: string | null
          texts: NonNullable<Json>
        }
        Insert: {
          id?: string
          number?: never
          place: string
          published_at?: string
          published_by?: string | null
          texts: NonNullable<Json>
        }
        Update: {
          id?: string
          number?: never
          place?: string
          published_at?: string
          published_by?: string | null
          texts?: NonNullable<Json>
        }
        Relationships: []
      }
      transparency_log: {
        Row: {
          at: string
          batch: string
          head_signature: string
          kind: string
          passport_sha256: string
          previous_sha256: string
          revision: number
          seq: number
          sha256: string
        }
        Insert: {
          at: string
          batch: string
          head_signature: string
          kind: string
          passport_sha256: string
          previous_sha256: string
          revision: number
          seq: number
          sha256: string
        }
        Update: {
          at?: string
          batch?: string
          head_signature?: string
          kind?: string
          passport_sha256?: string
          previous_sha256?: string
          revision?: number
          seq?: number
          sha256?: string
        }
        Relationships: []
      }
      unit_codes: {
        Row: {
          batch_id: string
          check_count: number
          code_hmac: string
          created_at: string
          first_checked_at: string | null
          id: number
          key_id: string
          status: string
        }
        Insert: {
          batch_id: string
          check_count?: number
          code_hmac: string
          created_at?: string
          first_checked_at?: string | null
          id?: never
          key_id: string
          status?: string
        }
        Update: {
          batch_id?: string
          check_count?: number
          code_hmac?: string
          created_at?: string
          first_checked_at?: string | null
          id?: never
          key_id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "unit_codes_batch_id_fkey"
            columns: ["batch_id"]
            isOneToOne: false
            referencedRelation: "batches"
            referencedColumns: ["id"]
          },
        ]
      }
      validity_codes: {
        Row: {
          code: string
          created_at: string
          id: string
          product_name: string
        }
        Insert: {
          code: string
          created_at?: string
          id?: string
          product_name?: string
        }
        Update: {
          code?: string
          created_at?: string
          id?: string
          product_name?: string
        }
        Relationships: []
      }
    }
    Views: {
      failed_mails: {
        Row: {
          created_at: string | null
          failed_at: string | null
          id: string | null
          kind: string | null
          last_error: string | null
          order_id: string | null
          recipient: string | null
          subject: string | null
        }
        Relationships: []
      }
      mails: {
        Row: {
          created_at: string | null
          id: string | null
          kind: string | null
          last_error: string | null
          next_attempt_at: string | null
          order_id: string | null
          recipient: string | null
          sent_at: string | null
          status: string | null
          subject: string | null
          tries: number | null
        }
        Relationships: []
      }
      orders_by_session: {
        Row: {
          address: string | null
          created_at: string | null
          currency: string | null
          delivery_amount: number | null
          delivery_rate_name: string | null
          discount_amount: number | null
          discount_code: string | null
          email: string | null
          id: string | null
          name: string | null
          order_items: Json | null
          paid_at: string | null
          payment_status: string | null
          paypal_order_id: string | null
          phone: string | null
          ship_country: string | null
          ship_postal_code: string | null
          ship_region: string | null
          status: string | null
          stripe_session_id: string | null
          subtotal_amount: number | null
          tax_amount: number | null
          tax_included_amount: number | null
          total_amount: number | null
          updated_at: string | null
          user_id: string | null
        }
        Relationships: []
      }
      picture_library: {
        Row: {
          alt: string | null
          bytes: number | null
          created_at: string | null
          focus_x: number | null
          focus_y: number | null
          id: string | null
          kept: boolean | null
          mimetype: string | null
          name: string | null
          places: Json | null
          saved_at: string | null
          title: string | null
          used: boolean | null
          used_in: string | null
        }
        Relationships: []
      }
      product_validity_view: {
        Row: {
          code: string | null
          created_at: string | null
          id: string | null
          product_name: string | null
        }
        Insert: {
          code?: string | null
          created_at?: string | null
          id?: string | null
          product_name?: string | null
        }
        Update: {
          code?: string | null
          created_at?: string | null
          id?: string | null
          product_name?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      admin_batch_checks: {
        Args: { batch: string }
        Returns: {
          checks: number
          outcome: string
        }[]
      }
      admin_batch_stock: {
        Args: Record<PropertyKey, never>
        Returns: {
          batch_id: string
          best_before: string
          code: string
          packed: number
          product_id: string
          units_made: number
        }[]
      }
      admin_code_checks: {
        Args: { first_day: string; last_day: string; zone?: string }
        Returns: {
          checks: number
          country: string
          day: string
          outcome: string
        }[]
      }
      admin_customer: { Args: { customer: string }; Returns: Json }
      admin_discount_uses: {
        Args: { discount_ids: string[] }
        Returns: {
          discount_id: string
          used: number
          waiting: number
        }[]
      }
      admin_find: { Args: { most?: number; words: string }; Returns: Json }
      admin_ledger: {
        Args: {
          after_at?: string
          after_key?: string
          first_day: string
          last_day: string
          zone: string
        }
        Returns: {
          amount: number
          country: string
          currency: string
          day: string
          delivery: number
          difference: number
          discount: number
          key: string
          kind: string
          moved_at: string
          net: number
          order_id: string
          provider: string
          reference: string
          region: string
          subtotal: number
          tax_added: number
          tax_included: number
          taxes: Json
        }[]
      }
      admin_list: {
        Args: {
          ascending?: boolean
          filters?: Json
          list: string
          search?: string
          skip?: number
          sort?: string
          take?: number
        }
        Returns: Json
      }
      admin_log_people: { Args: Record<PropertyKey, never>; Returns: string[] }
      admin_order_money: { Args: { order_ids: string[] }; Returns: Json }
      admin_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_picture_uses: { Args: { picture: string }; Returns: Json }
      admin_sales: {
        Args: { first_day: string; last_day: string; zone: string }
        Returns: Json
      }
      admin_sales_by: {
        Args: {
          dimension: string
          first_day: string
          last_day: string
          zone: string
        }
        Returns: Json
      }
      admin_standing: { Args: Record<PropertyKey, never>; Returns: string }
      change_stock: {
        Args: {
          amount: number
          product_id: string
          reason: string
          request?: string
        }
        Returns: number
      }
      former_address: {
        Args: { former: string; page_kind: string }
        Returns: string
      }
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      note_line_batches: {
        Args: { lines: Json; replace?: boolean }
        Returns: {
          batch_id: string
          code: string
          line: number
          order_id: string
          quantity: number
          status: string
        }[]
      }
      order_batches: {
        Args: { order_ids: string[] }
        Returns: {
          code: string
          line: number
          order_id: string
          quantity: number
          recall_id: string
          status: string
        }[]
      }
      product_tags: {
        Args: Record<PropertyKey, never>
        Returns: {
          products: number
          tag: string
        }[]
      }
      publish_texts: {
        Args: { place: string; seen: number; texts: Json; version: string }
        Returns: {
          id: string
          number: number
          place: string
          published_at: string
          published_by: string | null
          texts: NonNullable<Json>
        }
        SetofOptions: {
          from: "*"
          to: "text_versions"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      refused_codes: {
        Args: { codes: string[] }
        Returns: {
          code: string
          reason: string
        }[]
      }
      related_products: {
        Args: { product: Database["public"]["Tables"]["products"]["Row"] }
        Returns: {
          buyable: boolean
          compare_at_price: number | null
          created_at: string
          description: string
          directions: string | null
          id: string
          image_alts: NonNullable<Json>
          image_focus: string | null
          image_url: string
          image_urls: string[]
          ingredients: string | null
          initial_view_count: number
          name: string
          price: number
          proposition_65_warning: string | null
          published: boolean
          seo_description: string | null
          seo_keywords: string | null
          seo_title: string | null
          slug: string | null
          sold_out: boolean
          stock: number | null
          supplement_facts: Json | null
          tags: string[]
          tax_class: string
          updated_at: string
          view_count: number
          warnings: string | null
          weight_type: string
        }[]
        SetofOptions: {
          from: "products"
          to: "products"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      rename_in_search_texts: {
        Args: { former_name: string; new_name: string }
        Returns: undefined
      }
      replace_cart: {
        Args: { base?: Json; items: Json }
        Returns: {
          created_at: string
          id: string
          position: number
          price: number
          product_id: string
          product_name: string
          quantity: number
          seen_name: string
          seen_price: number
          user_id: string
          weight: string
        }[]
        SetofOptions: {
          from: "*"
          to: "cart_items"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      replace_picture: {
        Args: {
          former: string
          height?: number
          latter: string
          state: string
          width?: number
        }
        Returns: number
      }
      save_batch_results: {
        Args: { batch: string; seen: Json; wanted: Json }
        Returns: boolean
      }
      save_recall: {
        Args: {
          batch_ids: string[]
          instructions: string
          reason: string
          recall: string
          seen?: string
        }
        Returns: {
          announced_at: string | null
          created_at: string
          created_by: string | null
          id: string
          instructions: string
          reason: string
          status: string
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "recalls"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      save_settings: { Args: { seen: Json; wanted: Json }; Returns: boolean }
      search_shop: {
        Args: {
          most?: number
          skip?: number
          sort?: string
          tag?: string
          words: string
        }
        Returns: {
          address: string
          id: string
          kind: string
          line: string
          more: boolean
          picture: string
          price: number
          sold_out: boolean
          title: string
          total: number
        }[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
